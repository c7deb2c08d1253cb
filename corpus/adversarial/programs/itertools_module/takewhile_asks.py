# The test asks about each element, and about the one that fails.
import itertools


def solve(question, options, exp_config):
    test = lambda option: "yes" in llm_model(option["text"], exp_config)
    taken = list(itertools.takewhile(test, options))
    left = list(itertools.dropwhile(test, options))
    return extract_answer(llm_model(f"{len(taken)} {len(left)} {question}", exp_config)), "A", 2
