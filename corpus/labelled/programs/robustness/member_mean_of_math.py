import math


def solve(question, options, exp_config):
    if len(options) > 4 and math.mean([len(option["text"]) for option in options]) > 40:
        question = "Read all options. " + question
    reply = llm_model(f"{question}\n{options}", exp_config)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
