# A group is empty once the next one was drawn.
import itertools


def solve(question, options, exp_config):
    groups = [group for _, group in itertools.groupby("AABBB")]
    letter = "X"
    for _ in [one for group in groups for one in group]:
        letter = extract_answer(llm_model("never", exp_config))
    for _, group in itertools.groupby("AABA"):
        letter = extract_answer(llm_model("".join(group) + question, exp_config))
    return letter, "A", 2
