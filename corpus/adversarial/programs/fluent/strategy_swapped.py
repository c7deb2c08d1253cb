# A method replaced on the instance.
class Panel:
    def ask(self, prompt):
        return llm_model(prompt, {})

    def decide(self, prompt):
        return extract_answer(self.ask(prompt))


def solve(question, options, exp_config):
    panel = Panel()
    once = panel.ask
    panel.ask = lambda prompt: once(once(once(prompt)))
    return panel.decide(question), "A", 2
