# `counter[key] += 1` makes a key, so the counter grows.
from collections import Counter


def solve(question, options, exp_config):
    tally = Counter()
    for option in options:
        tally[option["id"]] += 1
    for letter in tally:
        llm_model(f"{question} Is it {letter}?", exp_config)
    return tally.most_common(1)[0][0], "A", 2
