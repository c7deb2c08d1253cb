# `repeat` with a number, and without one beside something that ends.
import itertools


def solve(question, options, exp_config):
    letter = "X"
    for prompt in itertools.repeat(question, 3):
        letter = extract_answer(llm_model(prompt, exp_config))
    replies = list(map(llm_model, itertools.repeat(question), [exp_config] * 2))
    return extract_answer(replies[-1]), "A", 2
