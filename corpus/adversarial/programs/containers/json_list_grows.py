# What `json.loads` gives can be changed.
import json


def solve(question, options, exp_config):
    plan = json.loads('{"steps": ["draft"], "rounds": 2}')
    plan["steps"].append("check")
    plan["rounds"] += 1
    letter = "X"
    for step in plan["steps"]:
        for _ in range(plan["rounds"]):
            letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
