# `__getattr__` is called only for what is not found otherwise.
class Asking:
    known = "x"

    def __init__(self):
        self.own = "y"

    def __getattr__(self, name):
        return llm_model(name, {})


def solve(question, options, exp_config):
    asking = Asking()
    replies = [asking.known, asking.own, asking.first, asking.second, getattr(asking, "third", "")]
    if hasattr(asking, "fourth"):
        asking.fourth = replies[-1]
    return extract_answer(asking.fourth), "A", 2
