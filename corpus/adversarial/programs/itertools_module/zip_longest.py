# `zip_longest` goes on to the end of the longest.
import itertools


def solve(question, options, exp_config):
    letter = "X"
    for name, step in itertools.zip_longest("ab", "wxyz", fillvalue="none"):
        letter = extract_answer(llm_model(name + step, exp_config))
    return letter, "A", 2
