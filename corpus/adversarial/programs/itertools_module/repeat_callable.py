# `repeat(iterator)` repeats one iterator: each round goes on with it.
import itertools


def solve(question, options, exp_config):
    steps, letter = iter(range(5)), "X"
    for same in itertools.repeat(steps, 3):
        for _ in itertools.islice(same, 2):
            letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
