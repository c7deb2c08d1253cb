# `default` is called for everything that is not JSON, and for what it gives.
import json


class Step:
    def __init__(self, name):
        self.name = name


def solve(question, options, exp_config):
    def default(step):
        reply = llm_model(f"{step.name}: {question}", exp_config)
        return Step("last") if step.name == "first" else reply

    text = json.dumps([Step("first"), Step("second")], default=default)
    return extract_answer(text), "A", 2
