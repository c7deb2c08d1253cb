# `.map().map()` makes a new object with a longer chain.
class Flow:
    def __init__(self, value):
        self.value = value

    def map(self, function):
        return Flow(function(self.value))


def solve(question, options, exp_config):
    ask = lambda prompt: llm_model(prompt, exp_config)
    return Flow(question).map(ask).map(ask).map(ask).map(extract_answer).value, "A", 2
