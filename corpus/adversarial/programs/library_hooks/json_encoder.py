# A JSONEncoder's `default` is called by `encode`.
import json


class Asking(json.JSONEncoder):
    def default(self, o):
        return llm_model(repr(sorted(o)), {})


def solve(question, options, exp_config):
    text = json.dumps({"a": {1, 2}, "b": [{3}, {4}]}, cls=Asking)
    return extract_answer(text), "A", 2
