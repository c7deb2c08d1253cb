# `new_child` shadows: the parent keeps its number.
from collections import ChainMap


def solve(question, options, exp_config):
    settings = ChainMap({"rounds": 1})
    inner = settings.new_child({"rounds": 4})
    letter = "X"
    for _ in range(inner["rounds"] + inner.parents["rounds"]):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
