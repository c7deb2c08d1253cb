# A lambda that refers to its own name, which is bound to another before the end.
def solve(question, options, exp_config):
    ask = lambda n: llm_model(question, exp_config) + (ask(n - 1) if n else "")
    first = ask
    ask = lambda n: llm_model(question, exp_config) + (first(n - 1) if n > 0 else "")
    return extract_answer(first(3)), "A", 2
