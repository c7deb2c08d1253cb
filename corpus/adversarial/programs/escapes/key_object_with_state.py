# A sort key that is an object counts its calls in an attribute.
class Rank:
    def __init__(self):
        self.calls = 0

    def __call__(self, option):
        self.calls += 1
        return option["text"]


def solve(question, options, exp_config):
    rank, letter = Rank(), "X"
    sorted(options, key=rank)
    while rank.calls > 0:
        rank.calls -= 1
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
