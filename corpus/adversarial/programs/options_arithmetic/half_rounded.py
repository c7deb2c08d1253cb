# Halves rounded down, up, to zero and to the even number.
import math


def solve(question, options, exp_config):
    n, letter = len(options), "X"
    for _ in range(n // 2 + -(-n // 2) + int(n / 2) + round(n / 2) + math.ceil(n / 2)):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
