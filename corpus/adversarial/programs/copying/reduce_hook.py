# `__reduce__` names a function that is called for the copy.
import copy


def build(prompt):
    llm_model(prompt, {})
    return Plan(prompt)


class Plan:
    def __init__(self, prompt):
        self.prompt = prompt

    def __reduce__(self):
        return build, (self.prompt + "!",)


def solve(question, options, exp_config):
    plan = copy.copy(copy.deepcopy(Plan(question)))
    return extract_answer(llm_model(plan.prompt, exp_config)), "A", 2
