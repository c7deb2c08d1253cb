# The same method of two instances is two different steps.
class Step:
    def __init__(self, times):
        self.times = times

    def run(self, text):
        for _ in range(self.times):
            text = llm_model(text, {})
        return text


def solve(question, options, exp_config):
    text = question
    for run in [Step(1).run, Step(4).run]:
        text = run(text)
    return extract_answer(text), "A", 2
