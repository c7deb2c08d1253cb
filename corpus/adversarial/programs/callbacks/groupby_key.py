# `groupby` calls its key for every element, when the groups are drawn.
import itertools


def solve(question, options, exp_config):
    names = []

    def kind(option):
        names.append(option["id"])
        return len(option["text"]) > 5

    groups = [list(group) for _, group in itertools.groupby(options, key=kind)]
    for name in names:
        llm_model(f"{question} {name}", exp_config)
    return groups[0][0]["id"], "A", 2
