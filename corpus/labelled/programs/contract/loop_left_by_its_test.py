def solve_loop(question, options, exp_config):
    ids = {o["id"] for o in options}
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    tries = 0
    while tries < 3:
        letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
        if letter in ids:
            return letter, "B", 2
        tries += 1
