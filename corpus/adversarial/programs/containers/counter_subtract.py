# `subtract` makes keys too, with negative counts.
from collections import Counter


def solve(question, options, exp_config):
    left = Counter()
    left.subtract(["A", "B", "C"])
    letter = "X"
    for name, count in left.items():
        if count < 0:
            letter = extract_answer(llm_model(f"{question} {name}", exp_config))
    return letter, "A", 2
