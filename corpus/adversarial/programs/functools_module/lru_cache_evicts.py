# A small cache forgets: the same prompts are asked again.
import functools


@functools.lru_cache(maxsize=1)
def ask(prompt):
    return llm_model(prompt, {})


def solve(question, options, exp_config):
    letters = [extract_answer(ask(option["id"])) for option in options * 2]
    return letters[-1], "A", 2
