# Attributes of a SimpleNamespace change through an alias.
from types import SimpleNamespace


def solve(question, options, exp_config):
    state = SimpleNamespace(rounds=1, letter="X")
    same = state
    same.rounds += 3
    for _ in range(state.rounds):
        state.letter = extract_answer(llm_model(question, exp_config))
    return same.letter, "A", 2
