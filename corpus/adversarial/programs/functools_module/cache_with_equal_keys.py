# `1`, `1.0` and `True` are one key, unless the cache is typed.
import functools


@functools.lru_cache(typed=True)
def ask(number):
    return llm_model(str(number), {})


def solve(question, options, exp_config):
    replies = [ask(1), ask(1.0), ask(True), ask(1)]
    return extract_answer(replies[-1]), "A", 2
