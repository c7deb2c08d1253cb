# The chain is built first and run later; every link calls the one before.
class Flow:
    def __init__(self, run):
        self.run = run

    def map(self, function):
        return Flow(lambda: function(self.run()))


def solve(question, options, exp_config):
    ask = lambda prompt: llm_model(prompt, exp_config)
    flow = Flow(lambda: question).map(ask).map(str.strip).map(ask).map(ask)
    return extract_answer(flow.run()), "A", 2
