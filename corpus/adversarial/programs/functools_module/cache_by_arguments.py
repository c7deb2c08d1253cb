# The cache asks once for each different argument.
import functools


@functools.cache
def ask(prompt, tail=""):
    return llm_model(prompt + tail, {})


def solve(question, options, exp_config):
    replies = [ask(question), ask(question, ""), ask(question, tail=""), ask(question)]
    return extract_answer(replies[-1]), "A", 2
