# A number that the solver says, clamped from above and not from below.
import re


def solve(question, options, exp_config):
    found = re.search(r"-?\d+", llm_model(question, exp_config))
    left, letter = min(int(found[0]) if found else 5, 4), "X"
    while left != 0 and left < 5:
        left -= 1
        letter = extract_answer(llm_model(question, exp_config))
        if letter == "C":
            break
    return letter, "A", 2
