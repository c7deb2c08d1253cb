# Attributes of a class with slots, changed through a second name.
class Panel:
    __slots__ = ("rounds",)

    def __init__(self):
        self.rounds = 1


def solve(question, options, exp_config):
    panel = Panel()
    for member in [panel, panel, panel]:
        member.rounds += 1
    letter = "X"
    for _ in range(panel.rounds):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
