# A function's code can be replaced by that of another.
def once(prompt):
    return llm_model(prompt, {})


def often(prompt):
    return llm_model(llm_model(llm_model(prompt, {}), {}), {})


def solve(question, options, exp_config):
    once.__code__ = often.__code__
    return extract_answer(once(question)), "A", 2
