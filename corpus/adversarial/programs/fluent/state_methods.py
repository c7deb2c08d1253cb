# The state is a bound method that is replaced.
class Machine:
    def __init__(self):
        self.step = self.draft
        self.count = 0

    def draft(self, text):
        self.step = self.check
        return llm_model(text, {})

    def check(self, text):
        self.count += 1
        self.step = self.draft if self.count < 3 else None
        return llm_model(text, {})


def solve(question, options, exp_config):
    machine, text = Machine(), question
    while machine.step:
        text = machine.step(text)
    return extract_answer(text), "A", 2
