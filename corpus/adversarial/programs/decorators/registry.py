# A decorator that registers and returns the function unchanged.
STEPS = []


def step(function):
    STEPS.append(function)
    return function


@step
def draft(text):
    return llm_model("draft " + text, {})


@step
def check(text):
    return draft(llm_model("check " + text, {}))


@step
@step
def final(text):
    return llm_model("final " + text, {})


def solve(question, options, exp_config):
    text = question
    for function in STEPS:
        text = function(text)
    return extract_answer(text), "A", 2
