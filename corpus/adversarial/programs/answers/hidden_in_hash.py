# Which key is found is what the solver says about equality.
class Key:
    def __init__(self, letter):
        self.letter = letter

    def __hash__(self):
        return 0

    def __eq__(self, other):
        return "yes" in llm_model(self.letter + other.letter, {})


def solve(question, options, exp_config):
    table = {Key("A"): "A", Key("B"): "B"}
    return table.get(Key("C"), "D"), "A", 2
