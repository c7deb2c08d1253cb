# The depth ends where Python ends it, and the error is caught.
def ask(prompt, depth=0):
    if depth < 8:
        llm_model(prompt, {})
    return ask(prompt, depth + 1)


def solve(question, options, exp_config):
    try:
        ask(question)
    except RecursionError:
        pass
    return extract_answer(llm_model(question, exp_config)), "A", 2
