# Partials nest, and later keywords replace earlier ones.
from functools import partial


def ask(prompt, tail, *, rounds):
    for _ in range(rounds):
        prompt = llm_model(prompt + tail, {})
    return prompt


def solve(question, options, exp_config):
    once = partial(ask, rounds=1)
    often = partial(partial(once, question), rounds=4)
    return extract_answer(often("!") + once(question, "?")), "A", 2
