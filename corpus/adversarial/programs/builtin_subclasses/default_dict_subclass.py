# `__missing__` of a subclass of defaultdict comes before its factory.
from collections import defaultdict


class Asking(defaultdict):
    def __missing__(self, key):
        llm_model("missing", {})
        return super().__missing__(key)


def solve(question, options, exp_config):
    table = Asking(list)
    table["a"].append(1)
    table["a"].append(2)
    letter = "X"
    for _ in table["a"] + table["b"]:
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
