# Instances that share one `__dict__`.
class Plan:
    shared = {"rounds": 1}

    def __init__(self):
        self.__dict__ = self.shared


def solve(question, options, exp_config):
    first, second = Plan(), Plan()
    first.rounds += 3
    letter = "X"
    for _ in range(second.rounds):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
