# One decorator on three functions that call each other: no recursion.
import functools


def logged(function):
    @functools.wraps(function)
    def wrapper(*arguments):
        result = function(*arguments)
        LOG.append(function.__name__)
        return result

    return wrapper


LOG = []


@logged
def ask(prompt):
    return llm_model(prompt, {})


@logged
def both(prompt):
    return ask(prompt) + ask(prompt)


@logged
def decide(prompt):
    return extract_answer(both(prompt) + both(prompt))


def solve(question, options, exp_config):
    letter = decide(question)
    for name in LOG:
        llm_model(name, exp_config)
    return letter, "A", 2
