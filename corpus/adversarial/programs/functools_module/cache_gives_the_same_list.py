# A cached list is one list: what a caller appends stays.
import functools


@functools.cache
def steps(kind):
    return [kind]


def solve(question, options, exp_config):
    steps("plan").append("check")
    steps("plan").extend(["repair", "final"])
    letter = "X"
    for step in steps("plan"):
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
