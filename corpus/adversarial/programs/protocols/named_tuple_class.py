# A NamedTuple has defaults, methods and a length.
from typing import NamedTuple


class Plan(NamedTuple):
    drafts: int
    checks: int = 2

    @property
    def total(self):
        return self.drafts + self.checks


def solve(question, options, exp_config):
    letter = "X"
    for _ in range(Plan(1).total + len(Plan(0))):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
