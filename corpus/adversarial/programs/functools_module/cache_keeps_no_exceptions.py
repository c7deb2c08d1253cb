# A call that raised is not remembered.
import functools


@functools.cache
def letter_of(prompt):
    letter = extract_answer(llm_model(prompt, {}))
    if letter == "X":
        raise ValueError(prompt)
    return letter


def solve(question, options, exp_config):
    letter = "X"
    for _ in range(4):
        try:
            letter = letter_of(question)
        except ValueError:
            continue
    return letter, "A", 2
