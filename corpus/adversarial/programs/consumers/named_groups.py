# `str.format(**...)` and `dict(**...)` take a mapping that a comprehension made.
def solve(question, options, exp_config):
    text = "{a} {b}".format(**{name: llm_model(name, exp_config) for name in "abc"})
    return extract_answer(text), "A", 2
