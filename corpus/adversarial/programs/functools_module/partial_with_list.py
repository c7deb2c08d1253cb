# A partial keeps the list itself: what is appended later counts.
from functools import partial


def ask_all(steps, prompt):
    for step in steps:
        prompt = llm_model(step + prompt, {})
    return prompt


def solve(question, options, exp_config):
    steps = ["draft"]
    run = partial(ask_all, steps)
    steps += ["check", "final"]
    return extract_answer(run(question)), "A", 2
