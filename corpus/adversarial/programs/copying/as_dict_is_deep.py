# `asdict` copies lists of fields.
from dataclasses import asdict, dataclass, field


@dataclass
class Plan:
    steps: list = field(default_factory=lambda: ["a", "b"])


def solve(question, options, exp_config):
    plan = Plan()
    record = asdict(plan)
    plan.steps.clear()
    record["steps"].append("c")
    letter = "X"
    for step in record["steps"] + plan.steps:
        letter = extract_answer(llm_model(step + question, exp_config))
    return letter, "A", 2
