# One plain decorator twice: the outer wrapper calls the inner wrapper.
def checked(function):
    def wrapper(prompt):
        reply = function(prompt)
        return reply if "yes" in reply else function(reply)

    return wrapper


@checked
@checked
def ask(prompt):
    return llm_model(prompt, {})


def solve(question, options, exp_config):
    return extract_answer(ask(question)), "A", 2
