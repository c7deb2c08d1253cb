def solve_stuck(question, options, exp_config):
    ids = {o["id"] for o in options}
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    tries = 0
    while tries < 5:
        letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
        if letter == "X":
            continue
        tries += 1
        if letter in ids:
            return letter, "D", 3
    return "X", "D", 3
