"""JSON replies where the solver manages them, plain ones where it does not."""

import json


def first_object(text):
    start, end = text.find("{"), text.rfind("}")
    if start == -1 or end <= start:
        return None
    try:
        value = json.loads(text[start : end + 1])
    except json.JSONDecodeError:
        return None
    return value if isinstance(value, dict) else None


def solve_json_plain(question, options, exp_config):
    ids = {o["id"] for o in options}
    payload = json.dumps(
        {"question": question, "options": {o["id"]: o["text"] for o in options}}, ensure_ascii=False
    )
    schema = '{"reasoning": "...", "answer": "<letter>"}'

    for _ in range(2):
        reply = llm_model(f"Task:\n{payload}\n\nReply with JSON of the form {schema}.", exp_config)
        data = first_object(reply)
        if data is None:
            continue
        letter = extract_answer(str(data.get("answer", "")))
        if letter in ids:
            return letter, "C", 4

    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(
        llm_model(f"{question}\n{listing}\n\nNo JSON now, only the letter:", exp_config)
    )
    return (letter if letter in ids else "X"), "C", 4
