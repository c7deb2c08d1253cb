# `Counter(A=2, B=1)` holds two keys.
from collections import Counter


def solve(question, options, exp_config):
    weights = Counter(A=2, B=1)
    letter = "X"
    for name in weights:
        letter = extract_answer(llm_model(f"{question} {name}?", exp_config))
    return letter, "A", 2
