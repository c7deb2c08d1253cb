# Methods found by `dir` are called in turn.
class Panel:
    def step_a(self, text):
        return llm_model(text, {})

    def step_b(self, text):
        return self.step_a(self.step_a(text))


def solve(question, options, exp_config):
    panel, text = Panel(), question
    for name in dir(panel):
        if name.startswith("step_"):
            text = getattr(panel, name)(text)
    return extract_answer(text), "A", 2
