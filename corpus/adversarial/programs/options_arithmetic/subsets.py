# All subsets: two to the number of options.
import itertools


def solve(question, options, exp_config):
    letter, some = "X", options[:4]
    for size in range(len(some) + 1):
        for group in itertools.combinations(some, size):
            letter = extract_answer(llm_model(str(len(group)), exp_config))
    return letter, "A", 2
