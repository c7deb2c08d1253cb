# `append`, `extend` and `+=` call `insert`.
from collections.abc import MutableSequence


class Steps(MutableSequence):
    def __init__(self):
        self.held = []

    def __getitem__(self, place):
        return self.held[place]

    def __setitem__(self, place, value):
        self.held[place] = value

    def __delitem__(self, place):
        del self.held[place]

    def __len__(self):
        return len(self.held)

    def insert(self, index, value):
        self.held.insert(index, llm_model(value, {}))


def solve(question, options, exp_config):
    steps = Steps()
    steps.append("a")
    steps.extend(["b", "c"])
    steps += ["d"]
    return extract_answer(steps.pop()), "A", 2
