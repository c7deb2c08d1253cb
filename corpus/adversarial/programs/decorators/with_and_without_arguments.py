# A decorator that can be written with or without parentheses.
def again(function=None, *, times=2):
    if function is None:
        return lambda function: again(function, times=times)

    def wrapper(prompt):
        for _ in range(times):
            prompt = function(prompt)
        return prompt

    return wrapper


@again
def first(prompt):
    return llm_model(prompt, {})


@again(times=4)
def second(prompt):
    return llm_model(prompt, {})


def solve(question, options, exp_config):
    return extract_answer(second(first(question))), "A", 2
