# Instances with `__call__` are called like functions, with what they keep.
class Asking:
    def __init__(self, times):
        self.times = times

    def __call__(self, prompt):
        self.times += 1
        return [llm_model(prompt, {}) for _ in range(self.times)]


def solve(question, options, exp_config):
    ask = Asking(0)
    replies = [reply for call in (ask, ask, Asking(2)) for reply in call(question)]
    return extract_answer(replies[-1]), "A", 2
