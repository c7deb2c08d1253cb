# A subclass of dict: its own `__setitem__` is not called by `update`.
class Asking(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key, llm_model(value, {}))


def solve(question, options, exp_config):
    asking = Asking(a="1")
    asking.update(b="2", c="3")
    for name in list(asking):
        asking[name] = question
    return extract_answer(asking["c"]), "A", 2
