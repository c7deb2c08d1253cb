# Iterating an Enum leaves aliases out, `__members__` does not.
from enum import Enum, auto


class Step(Enum):
    DRAFT = auto()
    CHECK = auto()
    PROOF = CHECK


def solve(question, options, exp_config):
    letter = "X"
    for step in [*Step, *Step.__members__]:
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
