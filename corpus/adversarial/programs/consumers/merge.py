# `heapq.merge` draws one from each at first, the others later.
import heapq
import itertools


def asked(names):
    for name in names:
        yield llm_model(name, {})


def solve(question, options, exp_config):
    merged = heapq.merge(asked("abc"), asked("def"))
    replies = list(itertools.islice(merged, 2))
    return extract_answer(replies[-1]), "A", 2
