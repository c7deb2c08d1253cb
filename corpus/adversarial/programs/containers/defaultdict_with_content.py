# `defaultdict(int, {...})` starts with what it is given.
from collections import defaultdict


def solve(question, options, exp_config):
    scores = defaultdict(int, {"A": 0, "B": 0, "C": 0})
    for name in list(scores):
        scores[name] += len(llm_model(f"{question} {name}", exp_config))
    return max(scores, key=scores.get), "A", 2
