# `total_ordering` makes the other comparisons of the one that is written, with `__eq__`.
import functools


@functools.total_ordering
class Ranked:
    def __init__(self, text):
        self.text = text

    def __eq__(self, other):
        return "same" in llm_model(self.text + other.text, {})

    def __lt__(self, other):
        return "yes" in llm_model(self.text, {})


def solve(question, options, exp_config):
    first, second = Ranked("a"), Ranked("b")
    if first >= second or first <= second or first > second:
        return extract_answer(llm_model(question, exp_config)), "A", 2
    return "X", "A", 2
