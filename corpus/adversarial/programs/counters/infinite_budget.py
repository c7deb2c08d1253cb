# Infinity minus one is infinity.
import math


def solve(question, options, exp_config):
    left, letter = math.inf, "X"
    while left > 0:
        left -= 1
        letter = extract_answer(llm_model(question, exp_config))
        if letter == "C":
            break
    return letter, "A", 2
