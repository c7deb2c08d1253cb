# A deep copy of an instance has attributes of its own.
import copy


class Plan:
    def __init__(self):
        self.left = [1, 1, 1]


def solve(question, options, exp_config):
    plan = Plan()
    other = copy.deepcopy(plan)
    while plan.left:
        plan.left.pop()
    letter = "X"
    while other.left:
        other.left.pop()
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
