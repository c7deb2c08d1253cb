# The factory asks the solver for every missing key.
from collections import defaultdict


def solve(question, options, exp_config):
    replies = defaultdict(lambda: llm_model(question, exp_config))
    letters = [extract_answer(replies[option["id"]]) for option in options]
    letters += [extract_answer(replies[option["id"]]) for option in options]
    return letters[-1], "A", 2
