# Any expression can decorate.
@lambda function: lambda prompt: function(function(prompt))
@(lambda function: lambda prompt: function(prompt) + function(prompt))
def ask(prompt):
    return llm_model(prompt, {})


def solve(question, options, exp_config):
    return extract_answer(ask(question)), "A", 2
