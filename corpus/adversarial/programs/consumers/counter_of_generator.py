# `Counter` draws everything, so does its `update`.
from collections import Counter


def solve(question, options, exp_config):
    votes = Counter(extract_answer(llm_model(option["text"], exp_config)) for option in options)
    votes.update(extract_answer(llm_model(name, exp_config)) for name in "ab")
    return votes.most_common(1)[0][0], "A", 2
