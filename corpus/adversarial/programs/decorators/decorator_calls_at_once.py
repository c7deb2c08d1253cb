# A decorator that calls the function when it is defined.
def now(function):
    return function()


def solve(question, options, exp_config):
    @now
    def replies():
        return [llm_model(option["text"], exp_config) for option in options]

    return extract_answer(replies[-1] + llm_model(question, exp_config)), "A", 2
