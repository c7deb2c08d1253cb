# The running sums are the numbers of rounds.
import itertools


def solve(question, options, exp_config):
    letter = "X"
    for rounds in itertools.accumulate([1, 1, 1]):
        for _ in range(rounds):
            letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
