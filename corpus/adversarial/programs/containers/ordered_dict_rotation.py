# `move_to_end` and `popitem(last=False)` go through the mapping in turns.
from collections import OrderedDict


def solve(question, options, exp_config):
    lives = OrderedDict((option["id"], 2) for option in options)
    letter = "X"
    while lives:
        name, left = next(iter(lives.items()))
        letter = extract_answer(llm_model(f"{question} {name}", exp_config))
        if left > 1:
            lives[name] = left - 1
            lives.move_to_end(name)
        else:
            lives.popitem(last=False)
    return letter, "A", 2
