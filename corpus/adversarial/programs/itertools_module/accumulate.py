# `accumulate` calls once fewer than there are elements, unless it has a start.
import itertools


def solve(question, options, exp_config):
    join = lambda a, b: llm_model(a + b, exp_config)
    texts = list(itertools.accumulate("abcd", join))
    texts += itertools.accumulate("ab", join, initial=question)
    return extract_answer(texts[-1]), "A", 2
