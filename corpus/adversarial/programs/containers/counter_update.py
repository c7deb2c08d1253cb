# `update` adds counts, and keys where there were none.
from collections import Counter


def solve(question, options, exp_config):
    tally = Counter({"A": 1})
    tally.update(A=2)
    tally.update(["B", "B"])
    letter = "X"
    for name in tally:
        for _ in range(tally[name]):
            letter = extract_answer(llm_model(f"{question} {name}", exp_config))
    return letter, "A", 2
