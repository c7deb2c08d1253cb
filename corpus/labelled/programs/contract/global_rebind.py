def install(config):
    global llm_model
    ask = llm_model
    llm_model = lambda prompt, exp_config: ask(prompt.strip(), exp_config)


def solve_rebinds(question, options, exp_config):
    install(exp_config)
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 2
