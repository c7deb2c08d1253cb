def solve_twice(question, question, exp_config):
    letter = extract_answer(llm_model(question, exp_config))
    return letter if letter in "ABCD" else "X", "B", 2
