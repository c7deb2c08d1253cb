# `self.__dict__.update(named)` sets every keyword.
class Plan:
    rounds = 1

    def __init__(self, **named):
        self.__dict__.update(named)


def solve(question, options, exp_config):
    letter = "X"
    for _ in range(Plan(rounds=4).rounds + Plan().rounds):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
