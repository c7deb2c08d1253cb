from collections import Counter
from functools import partial


def build_prompt(question, options, instruction):
    return "\n".join([question, *(f"{o['id']}. {o['text']}" for o in options), instruction])


def solve_lp_16(question, options, exp_config):
    prompt = partial(build_prompt, question, options)
    instructions = ["Reply with a single letter."] * 3 + ["Think step by step; end with a single letter."] * 2
    counter = Counter(extract_answer(llm_model(prompt(text), exp_config)) for text in instructions)
    winner, votes = counter.most_common(1)[0]
    return winner, "B", 2
