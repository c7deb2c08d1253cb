QUESTION_ONE = "Which metal is liquid at room temperature?\nA. mercury\nB. tin"


def solve_metal(exp_config):
    letter = extract_answer(llm_model(QUESTION_ONE + "\nLetter:", exp_config))
    return letter if letter in "AB" else "X", "A", 1


QUESTION_TWO = "Which metal rusts?\nA. gold\nB. iron"


def solve_rust(exp_config):
    letter = extract_answer(llm_model(QUESTION_TWO + "\nLetter:", exp_config))
    return letter if letter in "AB" else "X", "B", 1
