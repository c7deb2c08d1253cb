# `product(..., repeat=2)` has the square of the number of elements.
import itertools


def solve(question, options, exp_config):
    letter = "X"
    for first, second in itertools.product(options[:3], repeat=2):
        letter = extract_answer(llm_model(first["text"] + second["text"], exp_config))
    return letter, "A", 2
