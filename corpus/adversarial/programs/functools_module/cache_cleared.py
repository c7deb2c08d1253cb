# `cache_clear` forgets everything.
import functools


@functools.cache
def ask(prompt):
    return llm_model(prompt, {})


def solve(question, options, exp_config):
    letter = "X"
    for _ in options:
        letter = extract_answer(ask(question))
        ask.cache_clear()
    return letter, "A", 2
