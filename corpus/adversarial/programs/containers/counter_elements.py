# `elements` repeats each key as often as it was counted.
from collections import Counter


def solve(question, options, exp_config):
    plan = Counter(draft=3, check=2)
    letter = "X"
    for step in plan.elements():
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
