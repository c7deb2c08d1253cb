# `cycle` keeps what it drew: the generator asks only once for each.
import itertools


def solve(question, options, exp_config):
    replies = itertools.cycle(llm_model(name, exp_config) for name in "abc")
    letters = [extract_answer(next(replies)) for _ in range(10)]
    for _ in letters[6:]:
        llm_model(question, exp_config)
    return letters[-1], "A", 2
