# A function kept in an attribute is not a method: it gets no self.
class Panel:
    def __init__(self, ask):
        self.ask = ask
        self.table = {"ask": ask, "twice": lambda prompt: ask(ask(prompt))}


def solve(question, options, exp_config):
    panel = Panel(lambda prompt: llm_model(prompt, exp_config))
    text = panel.ask(question) + panel.table["twice"](question)
    return extract_answer(text + Panel(panel.table["twice"]).table["twice"]("x")), "A", 2
