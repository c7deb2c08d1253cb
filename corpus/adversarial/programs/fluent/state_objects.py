# Each state gives the next state object.
class Draft:
    def run(self, text):
        return llm_model(text, {}), Check(2)


class Check:
    def __init__(self, left):
        self.left = left

    def run(self, text):
        return llm_model(text, {}), Check(self.left - 1) if self.left else None


def solve(question, options, exp_config):
    text, state = question, Draft()
    while state is not None:
        text, state = state.run(text)
    return extract_answer(text), "A", 2
