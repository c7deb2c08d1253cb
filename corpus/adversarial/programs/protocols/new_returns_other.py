# `__new__` that gives an instance made before: `__init__` runs again.
class Panel:
    only = None

    def __new__(cls):
        if cls.only is None:
            cls.only = super().__new__(cls)
            cls.only.rounds = 0
        return cls.only

    def __init__(self):
        self.rounds += 2


def solve(question, options, exp_config):
    Panel()
    panel, letter = Panel(), "X"
    for _ in range(panel.rounds + Panel().rounds):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
