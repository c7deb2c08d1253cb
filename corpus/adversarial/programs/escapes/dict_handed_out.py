# A mapping handed to `json.loads(object_hook=...)` as its `setdefault`.
import json


def solve(question, options, exp_config):
    table, letter = {}, "X"
    json.loads('[{"a": 1}, {"b": 2}]', object_hook=lambda found: table.update(found) or found)
    json.loads('{"c": 3}', object_pairs_hook=table.update)
    for name in table:
        letter = extract_answer(llm_model(name + question, exp_config))
    return letter, "A", 2
