# A context manager made by `contextmanager` also decorates.
import contextlib


@contextlib.contextmanager
def session():
    llm_model("hello", {})
    yield
    llm_model("bye", {})


@session()
def ask(prompt):
    return llm_model(prompt, {})


def solve(question, options, exp_config):
    return extract_answer(ask(question) + ask(question)), "A", 2
