# Flags combine, iterate and count.
from enum import Flag, auto


class Steps(Flag):
    DRAFT = auto()
    CHECK = auto()
    FINAL = auto()
    ALL = DRAFT | CHECK | FINAL


def solve(question, options, exp_config):
    letter = "X"
    for step in Steps.ALL & ~Steps.CHECK:
        for _ in range(step.value):
            letter = extract_answer(llm_model(f"{step.name} {question}", exp_config))
    return letter, "A", 2
