import math


def solve(question, options, exp_config):
    if hasattr(math, "mean"):
        print(math.mean([1, 2]))
    reply = llm_model(f"{question}\n{options}", exp_config)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
