# Two branches of `tee` draw from one source: it asks once for each element.
import itertools


def solve(question, options, exp_config):
    replies = (llm_model(option["text"], exp_config) for option in options)
    first, second = itertools.tee(replies)
    letters = [extract_answer(reply) for reply in first] + [extract_answer(reply) for reply in second]
    for _ in zip(*itertools.tee(letters, 2)):
        llm_model(question, exp_config)
    return letters[-1], "A", 2
