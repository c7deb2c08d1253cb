# `function.__get__(instance)` binds.
def ask(self, prompt):
    return "".join(llm_model(prompt, {}) for _ in range(self.rounds))


class Panel:
    rounds = 3


def solve(question, options, exp_config):
    panel = Panel()
    panel.ask = ask.__get__(panel)
    return extract_answer(panel.ask(question)), "A", 2
