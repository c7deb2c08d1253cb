# `method.__func__` and `method.__self__`.
class Panel:
    rounds = 1

    def ask(self, prompt):
        return "".join(llm_model(prompt, {}) for _ in range(self.rounds))


class Other:
    rounds = 4


def solve(question, options, exp_config):
    ask = Panel().ask
    ask.__self__.rounds = 2
    return extract_answer(ask(question) + ask.__func__(Other(), question)), "A", 2
