# With a memo the tree of calls is a line.
def solve(question, options, exp_config):
    known = {}

    def ask(n):
        if n not in known:
            known[n] = llm_model(question, exp_config) if n < 2 else ask(n - 1) + ask(n - 2)
        return known[n]

    return extract_answer(ask(6) + llm_model(question, exp_config)), "A", 2
