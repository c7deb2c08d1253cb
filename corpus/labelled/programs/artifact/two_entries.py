def solve_first_item(exp_config):
    letter = extract_answer(llm_model("Which is a prime?\nA. 9\nB. 11\nC. 15\nLetter:", exp_config))
    return letter if letter in "ABC" else "X", "B", 1


def solve_second_item(exp_config):
    letter = extract_answer(llm_model("Which is even?\nA. 9\nB. 11\nC. 16\nLetter:", exp_config))
    return letter if letter in "ABC" else "X", "C", 1
