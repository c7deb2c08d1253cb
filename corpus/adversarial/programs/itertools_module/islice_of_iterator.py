# Two slices of one iterator go on where the first ended.
import itertools


def solve(question, options, exp_config):
    steps = iter(range(10))
    first = list(itertools.islice(steps, 3))
    second = list(itertools.islice(steps, 4))
    letter = "X"
    for _ in range(second[0] + len(first)):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
