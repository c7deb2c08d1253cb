def solve_shadow(question, options, exp_config):
    llm_model = lambda prompt, config: "The letter is D."
    letter = extract_answer(llm_model(question, exp_config))
    return letter, "D", 2
