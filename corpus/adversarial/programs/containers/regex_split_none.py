# `re.split` gives None for groups that do not take part.
import re


def solve(question, options, exp_config):
    steps = re.split("(x)|;", "a;b;c")
    letter = "X"
    for step in steps:
        if step is None:
            letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
