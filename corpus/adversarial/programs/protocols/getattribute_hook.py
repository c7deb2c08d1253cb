# `__getattribute__` is called for everything, also for methods.
class Asking:
    def __init__(self):
        self.own = "y"

    def __getattribute__(self, name):
        llm_model(name, {})
        return super().__getattribute__(name)

    def decide(self):
        return extract_answer(self.own + self.own)


def solve(question, options, exp_config):
    asking = Asking()
    asking.decide()
    return extract_answer(llm_model(asking.own + question, exp_config)), "A", 2
