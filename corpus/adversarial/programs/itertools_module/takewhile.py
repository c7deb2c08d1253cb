# `takewhile` draws the element that fails, and loses it.
import itertools


def solve(question, options, exp_config):
    steps = iter("abcde")
    taken = list(itertools.takewhile(lambda step: step < "c", steps))
    letter = "X"
    for step in [*taken, *steps]:
        letter = extract_answer(llm_model(step + question, exp_config))
    return letter, "A", 2
