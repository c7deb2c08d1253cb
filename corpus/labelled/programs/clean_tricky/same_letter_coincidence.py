def solve_coincidence(question, options, exp_config):
    mine = "B"
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nWrite one letter, for example: B", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", mine, 3
