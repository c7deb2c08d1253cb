# `__new__` of a subclass of a named tuple asks.
from collections import namedtuple


class Plan(namedtuple("Plan", "rounds reply")):
    def __new__(cls, rounds):
        return super().__new__(cls, rounds + 1, llm_model("made", {}))


def solve(question, options, exp_config):
    letter = extract_answer(Plan(1).reply)
    for _ in range(Plan(3)[0]):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
