# `compose` folds functions into closures of closures.
from functools import reduce


def compose(*functions):
    return reduce(lambda f, g: lambda x: g(f(x)), functions)


def solve(question, options, exp_config):
    ask = lambda prompt: llm_model(prompt, exp_config)
    return compose(ask, str.strip, ask, ask, extract_answer)(question), "A", 2
