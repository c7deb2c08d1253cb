# `__missing__` of a Counter is called by reading.
from collections import Counter


class Eager(Counter):
    def __missing__(self, key):
        llm_model("missing", {})
        return 2


def solve(question, options, exp_config):
    tally, letter = Eager(), "X"
    tally["A"] += 1
    for _ in range(tally["A"]):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
