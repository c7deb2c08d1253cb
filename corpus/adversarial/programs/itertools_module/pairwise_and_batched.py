# `pairwise` gives one fewer; `batched` gives a shorter last batch.
import itertools


def solve(question, options, exp_config):
    letter = "X"
    for first, second in itertools.pairwise("abcd"):
        letter = extract_answer(llm_model(first + second, exp_config))
    for batch in itertools.batched("abcde", 2):
        letter = extract_answer(llm_model("".join(batch), exp_config))
    return letter, "A", 2
