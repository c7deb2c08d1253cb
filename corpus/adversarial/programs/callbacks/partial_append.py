# `partial(log.append, x)` is called for its effect.
from functools import partial


def solve(question, options, exp_config):
    log = []
    note = partial(log.append, "step")
    for call in (note, note, log.copy, note):
        call()
    letter = "X"
    for step in log:
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
