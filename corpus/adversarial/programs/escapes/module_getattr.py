# `__getattr__` of the module answers for names that it lacks, where they are read as attributes.
import sys


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return lambda: llm_model(name, {})


def solve(question, options, exp_config):
    module = sys.modules[__name__]
    return extract_answer(module.first() + module.second()), "A", 2
