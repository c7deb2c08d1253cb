# `total` sums the counts, which are not the number of keys.
from collections import Counter


def solve(question, options, exp_config):
    budget = Counter("aaab")
    letter = "X"
    for _ in range(budget.total()):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
