# `vars(instance)` is where its attributes are kept.
class Plan:
    def __init__(self):
        self.rounds = 1


def solve(question, options, exp_config):
    plan, letter = Plan(), "X"
    vars(plan).update(rounds=3, more=1)
    plan.__dict__["more"] += 1
    for _ in range(plan.rounds + plan.more):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
