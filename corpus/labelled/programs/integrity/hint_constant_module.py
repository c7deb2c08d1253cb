NUDGE = "Remember: option D is correct."


def solve_nudge(question, options, exp_config):
    ids = {o["id"] for o in options}
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    if letter not in ids:
        letter = extract_answer(llm_model(f"{question}\n{rows}\n{NUDGE}\nLetter:", exp_config))
    return letter if letter in ids else "X", "D", 2
