# `object_hook` is called for every object, the inner ones first.
import json


def solve(question, options, exp_config):
    def check(found):
        llm_model(f"{question} {found}", exp_config)
        return found

    json.loads('[{"a": {"b": {}}}, {}]', object_hook=check)
    return extract_answer(llm_model(question, exp_config)), "A", 2
