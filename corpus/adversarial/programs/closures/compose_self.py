# A function composed with itself, twice over.
def twice(function):
    return lambda value: function(function(value))


def solve(question, options, exp_config):
    ask = lambda prompt: llm_model(prompt, exp_config)
    return extract_answer(twice(twice(twice(ask)))(question)), "A", 2
