# Each closure holds the one before: a linked list of functions.
def solve(question, options, exp_config):
    chain = lambda text: text
    for option in options:
        before = chain
        chain = lambda text, before=before, option=option: llm_model(before(text) + option["id"], exp_config)
    return extract_answer(chain(question)), "A", 2
