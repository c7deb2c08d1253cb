# An object inside a list inside a mapping goes to a function that makes text of everything.
import json


class Asked(dict):
    def items(self):
        llm_model("items", {})
        return super().items()


def solve(question, options, exp_config):
    text = json.dumps({"a": [Asked(x=1), Asked(y=2)]}, indent=1)
    return extract_answer(llm_model(text + question, exp_config)), "A", 2
