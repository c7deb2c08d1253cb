# Decorators applied by hand, over and over, in a loop.
def doubled(function):
    def wrapper(prompt):
        return function(function(prompt))

    return wrapper


def solve(question, options, exp_config):
    ask = lambda prompt: llm_model(prompt, exp_config)
    for _ in range(3):
        ask = doubled(ask)
    return extract_answer(ask(question)), "A", 2
