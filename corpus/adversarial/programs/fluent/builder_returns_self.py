# Each call appends to the builder's own list.
class Plan:
    def __init__(self):
        self.steps = []

    def add(self, step, times=1):
        self.steps += [step] * times
        return self

    def run(self, text):
        for step in self.steps:
            text = llm_model(f"{step}: {text}", {})
        return text


def solve(question, options, exp_config):
    plan = Plan().add("draft").add("check", times=3)
    plan.add("final")
    return extract_answer(plan.run(question)), "A", 2
