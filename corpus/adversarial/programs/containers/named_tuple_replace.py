# `_replace` and `_make` of a named tuple give other field values.
from collections import namedtuple

Plan = namedtuple("Plan", "drafts checks", defaults=[1])


def solve(question, options, exp_config):
    plan = Plan(1)._replace(checks=3)
    letter = "X"
    for _ in range(sum(plan) + sum(Plan._make([1, 0]))):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
