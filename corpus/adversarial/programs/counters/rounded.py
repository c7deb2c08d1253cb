# `round` goes to the even number, `int` to zero, `floor` down.
import math


def solve(question, options, exp_config):
    letter = "X"
    for _ in range(round(2.5) + round(3.5) + int(-1.5) + math.floor(-0.5) + math.ceil(0.2)):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
