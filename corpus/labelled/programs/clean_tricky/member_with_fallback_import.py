try:
    from math import mean
except ImportError:
    from statistics import mean


def solve(question, options, exp_config):
    if options:
        print(mean([len(option["text"]) for option in options]))
    reply = llm_model(f"{question}\n{options}", exp_config)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
