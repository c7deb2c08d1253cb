# `chain.from_iterable` flattens lazily: later groups are read when they are reached.
import itertools


def solve(question, options, exp_config):
    groups = [["a"], ["b"]]
    letter = "X"
    for step in itertools.chain.from_iterable(groups):
        letter = extract_answer(llm_model(step + question, exp_config))
        if step == "a":
            groups[1].extend("cd")
            groups.append(["e"])
    return letter, "A", 2
