# A ChainMap has the keys of all its maps; writing goes to the first.
from collections import ChainMap


def solve(question, options, exp_config):
    base = {"draft": 1, "check": 1}
    steps = ChainMap({}, base)
    steps["final"] = 1
    letter = "X"
    for step in steps:
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
