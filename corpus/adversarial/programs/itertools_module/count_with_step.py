# `count` with a negative step.
import itertools


def solve(question, options, exp_config):
    letter = "X"
    for level in itertools.count(3, -1):
        if level < 0:
            break
        letter = extract_answer(llm_model(f"{level} {question}", exp_config))
    return letter, "A", 2
