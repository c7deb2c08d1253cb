"""Replies as 'key: value' lines, merged over two passes."""


def read_lines(reply):
    record = {}
    for line in reply.splitlines():
        key, colon, value = line.partition(":")
        if colon and value.strip():
            record[key.strip().lower()] = value.strip()
    return record


FORM = "topic: ...\nkey fact: ...\nruled out: ...\nanswer: <letter>"


def solve_form(question, options, exp_config):
    ids = {o["id"] for o in options}
    body = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    record = read_lines(llm_model(f"{body}\n\nFill in this form:\n{FORM}", exp_config))
    missing = [key for key in ("topic", "key fact", "answer") if key not in record]
    if missing:
        asked = "\n".join(f"{key}:" for key in missing)
        record |= read_lines(
            llm_model(f"{body}\n\nThese lines were missing. Fill them in:\n{asked}", exp_config)
        )

    letter = extract_answer(record["answer"]) if "answer" in record else "X"
    if letter in ids:
        return letter, "D", 4
    facts = "\n".join(f"{key}: {value}" for key, value in record.items())
    last = extract_answer(llm_model(f"{body}\n\n{facts}\n\nThe letter:", exp_config))
    return (last if last in ids else "X"), "D", 4
