# Without a memo it is a tree.
def ask(n):
    return llm_model(str(n), {}) if n < 2 else ask(n - 1) + ask(n - 2)


def solve(question, options, exp_config):
    return extract_answer(ask(5)), "A", 2
