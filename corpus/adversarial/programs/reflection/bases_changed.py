# `Class.__bases__ = ...` changes what is inherited.
class One:
    rounds = 1


class Four:
    rounds = 4


class Panel(One):
    pass


def solve(question, options, exp_config):
    panel, letter = Panel(), "X"
    Panel.__bases__ = (Four,)
    for _ in range(panel.rounds):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
