# A UserList keeps its elements in `data`.
from collections import UserList


def solve(question, options, exp_config):
    steps = UserList(["draft"])
    steps.data.append("check")
    steps += ["final"]
    letter = "X"
    for step in steps:
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
