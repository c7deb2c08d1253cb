# The next function is looked up in a dictionary.
def step(name, text):
    text = llm_model(text, {})
    following = ORDER.get(name)
    return STEPS[following](following, text) if following else text


STEPS = dict.fromkeys(["b", "c", "d"], step)
ORDER = {"a": "b", "b": "c", "c": "d"}


def solve(question, options, exp_config):
    return extract_answer(step("a", question)), "A", 2
