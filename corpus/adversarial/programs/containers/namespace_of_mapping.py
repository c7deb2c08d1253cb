# `SimpleNamespace(**mapping)` takes its attributes from a mapping, and `vars` gives them back.
from types import SimpleNamespace


def solve(question, options, exp_config):
    state = SimpleNamespace(**{"rounds": 2})
    vars(state)["rounds"] = 5
    letter = "X"
    while state.rounds:
        state.rounds -= 1
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
