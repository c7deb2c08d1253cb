# `Counter(A=0)` holds a key whose count is zero: its truth is that of its length.
from collections import Counter


def solve(question, options, exp_config):
    votes = Counter(A=0)
    rounds = 0
    while votes and rounds < 3:
        votes[extract_answer(llm_model(question, exp_config))] += 1
        rounds += 1
    return votes.most_common(1)[0][0], "A", 2
