# What the first loses, the copy keeps.
import copy


def solve(question, options, exp_config):
    steps = [["a"], ["b", "c"]]
    kept = copy.deepcopy(steps)
    while steps:
        steps.pop().clear()
    letter = "X"
    for group in kept:
        for step in group:
            letter = extract_answer(llm_model(step + question, exp_config))
    return letter, "A", 2
