# The number of rounds is what `reduce` computes.
import operator
from functools import reduce


def solve(question, options, exp_config):
    rounds = reduce(operator.mul, [1, 2, 3])
    letter = "X"
    for _ in range(rounds):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
