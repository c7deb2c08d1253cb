# The same limit on two functions: each has a count of its own.
def at_most(number):
    def decorate(function):
        left = [number]

        def wrapper(prompt):
            if not left[0]:
                raise StopIteration
            left[0] -= 1
            return function(prompt)

        return wrapper

    return decorate


@at_most(2)
def first(prompt):
    return llm_model(prompt, {})


@at_most(3)
def second(prompt):
    return llm_model(prompt, {})


def solve(question, options, exp_config):
    reply = ""
    for ask in (first, second):
        while True:
            try:
                reply = ask(question)
            except StopIteration:
                break
    return extract_answer(reply), "A", 2
