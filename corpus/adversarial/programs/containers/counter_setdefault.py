# Reading a missing key gives 0 and adds nothing, but `setdefault` adds it.
from collections import Counter


def solve(question, options, exp_config):
    tally = Counter()
    for option in options:
        if tally[option["id"]] == 0:
            tally.setdefault(option["id"], 1)
    while len(tally) > 0:
        name, _ = tally.popitem()
        llm_model(f"{question} {name}", exp_config)
    return "A", "A", 2
