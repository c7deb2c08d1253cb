# The remainder of a negative number is positive in Python, `math.fmod` and `int(a / b)` differ.
import math


def solve(question, options, exp_config):
    letter = "X"
    for _ in range(-7 % 4 + -7 // -2 + int(-7 / 2) + int(math.fmod(7, -4))):
        letter = extract_answer(llm_model(question, exp_config))
    for _ in range(-(-7 // 2)):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
