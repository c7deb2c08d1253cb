# `deque(iterable, 2)` keeps the last two.
from collections import deque


def solve(question, options, exp_config):
    window = deque([1, 1, 4, 3], 2)
    letter = "X"
    for size in window:
        for _ in range(size):
            letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
