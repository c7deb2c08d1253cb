# `default_factory` is an attribute that can be set later.
from collections import defaultdict


def solve(question, options, exp_config):
    replies = defaultdict(str)
    replies.default_factory = lambda: llm_model(question, exp_config)
    return extract_answer(replies["first"] + replies["second"]), "A", 2
