# Recursion without a name.
def solve(question, options, exp_config):
    fix = lambda f: (lambda x: x(x))(lambda x: f(lambda n: x(x)(n)))
    ask = fix(lambda again: lambda n: llm_model(question, exp_config) if n == 0 else llm_model(again(n - 1), exp_config))
    return extract_answer(ask(4)), "A", 2
