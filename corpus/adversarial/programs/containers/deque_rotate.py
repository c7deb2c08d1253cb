# `rotate` moves what is read next.
from collections import deque


def solve(question, options, exp_config):
    rounds = deque([1, 0, 5])
    rounds.rotate(1)
    letter = "X"
    for _ in range(rounds[0]):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
