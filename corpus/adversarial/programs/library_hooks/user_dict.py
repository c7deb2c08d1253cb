# Everything that changes a UserDict goes through `__setitem__`.
from collections import UserDict


class Asking(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key, llm_model(value, {}))


def solve(question, options, exp_config):
    asking = Asking({"a": "1"}, b="2")
    asking.update(c="3")
    asking |= {"d": "4"}
    asking.setdefault("e", question)
    return extract_answer(asking["e"]), "A", 2
