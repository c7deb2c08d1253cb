# Fields of the base come first; defaults of the heir replace those of the base.
from dataclasses import dataclass


@dataclass
class Plan:
    rounds: int = 1
    checks: int = 1


@dataclass
class Longer(Plan):
    checks: int = 3
    extra: int = 1


def solve(question, options, exp_config):
    plan, letter = Longer(2), "X"
    for _ in range(plan.rounds + plan.checks + plan.extra):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
