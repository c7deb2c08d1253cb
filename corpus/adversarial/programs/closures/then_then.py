# `then(then(ask, ask), extract)`: two closures of one function.
def then(first, second):
    def run(value):
        return second(first(value))

    return run


def solve(question, options, exp_config):
    ask = lambda prompt: llm_model(prompt, exp_config)
    return then(then(ask, ask), extract_answer)(question), "A", 2
