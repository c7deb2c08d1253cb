# Without a length `permutations` takes all elements: 4! of them.
import itertools


def solve(question, options, exp_config):
    letter = "X"
    for order in itertools.permutations(options[:4]):
        letter = extract_answer(llm_model(str(order), exp_config))
        if letter == "D":
            break
    return letter, "A", 2
