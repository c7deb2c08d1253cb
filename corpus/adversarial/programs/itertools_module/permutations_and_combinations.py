# Numbers of permutations and combinations, with and without repetition.
import itertools


def solve(question, options, exp_config):
    letter = "X"
    for pair in itertools.permutations("ABC", 2):
        letter = extract_answer(llm_model("".join(pair), exp_config))
    for pair in itertools.combinations_with_replacement("AB", 2):
        letter = extract_answer(llm_model("".join(pair), exp_config))
    for pair in itertools.combinations("ABC", 5):
        letter = extract_answer(llm_model("never", exp_config))
    return letter, "A", 2
