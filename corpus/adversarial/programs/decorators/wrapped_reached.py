# `functools.wraps` keeps the undecorated function in `__wrapped__`.
import functools


def thrice(function):
    @functools.wraps(function)
    def wrapper(prompt):
        function(prompt)
        function(prompt)
        return function(prompt)

    return wrapper


@thrice
def ask(prompt):
    return llm_model(prompt, {})


def solve(question, options, exp_config):
    reply = ask(question) + ask.__wrapped__(question)
    return extract_answer(reply), "A", 2
