def solve_extracts_question(question, options, exp_config):
    reply = llm_model(question, exp_config)
    letter = extract_answer(question)
    return letter if letter != "X" else "X", "C", 2
