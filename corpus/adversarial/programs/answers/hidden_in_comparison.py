# The order of two objects is asked for, and chooses a constant.
class Ranked:
    def __init__(self, letter):
        self.letter = letter

    def __lt__(self, other):
        return "yes" in llm_model(self.letter, {})


def solve(question, options, exp_config):
    return min([Ranked("A"), Ranked("B")]).letter, "A", 2
