# `copy.copy` goes through `__getstate__` and `__setstate__`.
import copy


class Plan:
    rounds = 2

    def __getstate__(self):
        return {"rounds": self.rounds + len(llm_model("state", {})[:1])}

    def __setstate__(self, state):
        self.rounds = state["rounds"] + 1


def solve(question, options, exp_config):
    plan, letter = copy.copy(Plan()), "X"
    for _ in range(plan.rounds):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
