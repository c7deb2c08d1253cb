# Reading a missing key of a defaultdict adds it.
from collections import defaultdict


def solve(question, options, exp_config):
    groups = defaultdict(list)
    for option in options:
        groups[option["id"]]
    letter = "X"
    for name in groups:
        letter = extract_answer(llm_model(f"{question} {name}", exp_config))
    return letter, "A", 2
