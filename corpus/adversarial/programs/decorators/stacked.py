# Two decorators of one maker around one function.
def repeat(times):
    def decorate(function):
        def wrapper(prompt, config):
            reply = ""
            for _ in range(times):
                reply = function(prompt + reply, config)
            return reply

        return wrapper

    return decorate


@repeat(3)
@repeat(2)
def ask(prompt, config):
    return llm_model(prompt, config)


def solve(question, options, exp_config):
    return extract_answer(ask(question, exp_config)), "A", 2
