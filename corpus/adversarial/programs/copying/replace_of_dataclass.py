# `dataclasses.replace` runs the constructor and `__post_init__` again; lists are shared.
from dataclasses import dataclass, field, replace


@dataclass
class Plan:
    rounds: int
    notes: list = field(default_factory=list)

    def __post_init__(self):
        self.notes.append(llm_model("made", {}))


def solve(question, options, exp_config):
    plan = replace(replace(Plan(1), rounds=2), rounds=3)
    letter = "X"
    for _ in range(plan.rounds + len(plan.notes)):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
