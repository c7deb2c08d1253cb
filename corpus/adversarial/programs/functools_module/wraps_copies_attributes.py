# `wraps` copies what stands in `__dict__`, so that a limit set inside counts outside.
import functools


def passing(function):
    @functools.wraps(function)
    def wrapper(prompt):
        return function(prompt)

    return wrapper


def ask(prompt):
    return llm_model(prompt, {})


ask.rounds = 4
outer = passing(ask)


def solve(question, options, exp_config):
    letter = "X"
    for _ in range(getattr(outer, "rounds", 1)):
        letter = extract_answer(outer(question))
    return letter, "A", 2
