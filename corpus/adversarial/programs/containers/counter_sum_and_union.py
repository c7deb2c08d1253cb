# `+` and `|` of counters hold the keys of both.
from collections import Counter


def solve(question, options, exp_config):
    first, second = Counter("AB"), Counter("BC")
    both = first + second
    letter = "X"
    for name in both | Counter("D"):
        letter = extract_answer(llm_model(f"{question} {name}", exp_config))
    return letter, "A", 2
