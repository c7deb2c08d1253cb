# Each call gives a new builder, so that a branch does not lengthen the others.
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Plan:
    steps: tuple = ()

    def add(self, step):
        return replace(self, steps=(*self.steps, step))

    def run(self, text):
        for step in self.steps:
            text = llm_model(f"{step}: {text}", {})
        return text


def solve(question, options, exp_config):
    base = Plan().add("draft")
    checked = base.add("check").add("repair")
    return extract_answer(checked.run(base.run(question))), "A", 2
