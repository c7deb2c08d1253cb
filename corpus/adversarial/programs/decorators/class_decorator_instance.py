# A decorator that turns a class into its only instance.
def singleton(cls):
    return cls(3)


@singleton
class panel:
    def __init__(self, rounds):
        self.rounds = rounds

    def decide(self, prompt):
        self.rounds += 1
        return extract_answer([llm_model(prompt, {}) for _ in range(self.rounds)][-1])


def solve(question, options, exp_config):
    panel.decide(question)
    return panel.decide(question), "A", 2
