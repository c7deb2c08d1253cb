# `globals()` holds the functions of the module by name.
def step_draft(text):
    return llm_model(text, {})


def step_check(text):
    return step_draft(step_draft(text))


def solve(question, options, exp_config):
    text = question
    for name, value in sorted(globals().items()):
        if name.startswith("step_"):
            text = value(text)
    return extract_answer(text), "A", 2
