def letter_or_none(reply, known):
    letter = extract_answer(reply)
    return None if letter not in known else letter


def solve_filtered(question, options, exp_config):
    known = frozenset(o["id"] for o in options)
    sheet = "\n".join([question] + [f"{o['id']}) {o['text']}" for o in options])
    raw = [letter_or_none(llm_model(f"{sheet}\nNo. {n}", exp_config), known) for n in range(3)]
    good = list(filter(None, raw))
    return (good[-1] if good else "X"), "C", 2
