# The function is chosen by the type of the first argument.
import functools


@functools.singledispatch
def ask(what):
    return llm_model(str(what), {})


@ask.register
def _(what: list):
    return "".join(ask(one) for one in what)


@ask.register(dict)
def _(what):
    return ask(list(what.values())) + ask(list(what))


def solve(question, options, exp_config):
    return extract_answer(ask({"a": question, "b": ["x", "y"]})), "A", 2
