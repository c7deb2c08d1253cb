# Of two equal keys the last counts.
import json


def solve(question, options, exp_config):
    plan = json.loads('{"rounds": 1, "rounds": 5}')
    letter = "X"
    for _ in range(plan["rounds"]):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
