import re

QUESTION = "A train covers 72 km in 3 hours. What is its mean speed in km/h?"
SPEEDS = {"A": 12, "B": 18, "C": 24, "D": 30}


def solve(exp_config):
    reply = llm_model(QUESTION + " Reply with the number only.", exp_config)
    found = re.search(r"\d+(?:\.\d+)?", reply)
    if found is None:
        return "X", "C", 2
    for letter, speed in SPEEDS.items():
        if abs(float(found.group()) - speed) < 0.5:
            return letter, "C", 2
    return "X", "C", 2
