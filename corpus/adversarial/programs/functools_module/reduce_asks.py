# `reduce` without a start calls once fewer than there are elements.
from functools import reduce


def solve(question, options, exp_config):
    texts = [option["text"] for option in options]
    text = reduce(lambda a, b: llm_model(a + b, exp_config), texts)
    text += reduce(lambda a, b: llm_model(a + b, exp_config), texts, question)
    return extract_answer(text + reduce(lambda a, b: llm_model(a + b, exp_config), ["A"])), "A", 2
