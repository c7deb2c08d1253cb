# `__setattr__` is called in the constructor, too.
class Asking:
    def __init__(self):
        self.first = "a"
        self.second = "b"

    def __setattr__(self, name, value):
        object.__setattr__(self, name, llm_model(value, {}))


def solve(question, options, exp_config):
    asking = Asking()
    asking.first += "!"
    setattr(asking, "second", question)
    return extract_answer(asking.second), "A", 2
