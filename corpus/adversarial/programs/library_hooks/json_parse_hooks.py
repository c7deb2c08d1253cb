# `parse_int`, `parse_constant` and `object_pairs_hook` are called while the text is read.
import json


def solve(question, options, exp_config):
    replies = []

    def note(value):
        replies.append(llm_model(str(value), exp_config))
        return value

    json.loads('{"a": 1, "b": [2, NaN]}', parse_int=note, parse_constant=note, object_pairs_hook=note)
    return extract_answer(replies[-1]), "A", 2
