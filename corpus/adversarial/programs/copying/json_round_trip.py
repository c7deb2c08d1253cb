# A copy by JSON: keys become texts, tuples become lists.
import json


def solve(question, options, exp_config):
    plan = {1: ("a", "b"), "1": ["c", "d", "e"]}
    other = json.loads(json.dumps(plan))
    plan.clear()
    letter = "X"
    for step in other["1"]:
        letter = extract_answer(llm_model(step + question, exp_config))
    return letter, "A", 2
