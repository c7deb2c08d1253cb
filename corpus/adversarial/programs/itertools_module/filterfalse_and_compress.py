# `filterfalse` keeps what fails; `compress` what stands beside a truth.
import itertools


def solve(question, options, exp_config):
    odd = itertools.filterfalse(lambda number: number % 2 == 0, range(5))
    kept = itertools.compress("abcd", itertools.cycle([1, 0]))
    letter = "X"
    for step in itertools.chain(odd, kept):
        letter = extract_answer(llm_model(f"{step} {question}", exp_config))
    return letter, "A", 2
