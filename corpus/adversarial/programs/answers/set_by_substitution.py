# The answer is what the function of `re.sub` keeps.
import re


def solve(question, options, exp_config):
    kept = ["A"]
    re.sub("[A-D]", lambda match: kept.append(match[0]) or "", llm_model(question, exp_config))
    return kept[-1], "A", 2
