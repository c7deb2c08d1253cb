def solve_else(question, options, exp_config):
    letter = extract_answer(llm_model(question, exp_config))
    else:
        letter = "X"
    return letter, "C", 2
