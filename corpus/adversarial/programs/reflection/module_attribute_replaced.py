# A function of a library module is replaced.
import math


def solve(question, options, exp_config):
    floor, letter = math.floor, "X"
    math.floor = lambda number: 4
    try:
        for _ in range(math.floor(1.5)):
            letter = extract_answer(llm_model(question, exp_config))
    finally:
        math.floor = floor
    return letter, "A", 2
