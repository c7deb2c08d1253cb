# `re.split` keeps what its groups match, so that it gives more than the pieces.
import re


def solve(question, options, exp_config):
    steps = re.split("(;)", "draft;check;final")
    letter = "X"
    for step in steps:
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
