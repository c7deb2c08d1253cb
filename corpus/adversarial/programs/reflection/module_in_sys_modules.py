# The module reached by its name.
import sys

ROUNDS = 1


def solve(question, options, exp_config):
    sys.modules[__name__].ROUNDS = 4
    letter = "X"
    for _ in range(ROUNDS):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
