def solve_three(question, options, exp_config):
    llm_model(f"Warm up: {question}", exp_config)
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter, "A", 50
