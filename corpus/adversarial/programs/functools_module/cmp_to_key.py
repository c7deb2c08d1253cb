# The comparison asks as often as the sort compares.
import functools


def solve(question, options, exp_config):
    def compare(a, b):
        return -1 if "yes" in llm_model(a + b, exp_config) else 1

    ranked = sorted([option["text"] for option in options], key=functools.cmp_to_key(compare))
    best = max("abc", key=functools.cmp_to_key(compare))
    return extract_answer(llm_model(ranked[0] + best, exp_config)), "A", 2
