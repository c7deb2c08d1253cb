# `deque(generator, maxlen=0)` draws everything and keeps nothing.
from collections import deque


def solve(question, options, exp_config):
    replies = []
    deque((replies.append(llm_model(option["text"], exp_config)) for option in options), maxlen=0)
    deque([], 2).extend(llm_model(name, exp_config) for name in "abc")
    return extract_answer(replies[-1]), "A", 2
