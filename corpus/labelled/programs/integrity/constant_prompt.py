def solve_blind(question, options, exp_config):
    letter = extract_answer(llm_model("Choose a letter at random: A, B, C or D.", exp_config))
    return letter if letter in "ABCD" else "X", "A", 2
