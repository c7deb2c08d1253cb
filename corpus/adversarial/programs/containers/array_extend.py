# `array` grows by `fromlist` and `extend`, as lists do.
from array import array


def solve(question, options, exp_config):
    sizes = array("i", [1])
    sizes.fromlist([2, 1])
    sizes.extend([1])
    letter = "X"
    for size in sizes:
        for _ in range(size):
            letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
