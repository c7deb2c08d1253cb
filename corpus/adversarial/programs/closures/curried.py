# A curried function is called one argument at a time.
def curried(function):
    def take(first):
        def with_second(second):
            def with_third(third):
                return function(first, second, third)

            return with_third

        return with_second

    return take


def solve(question, options, exp_config):
    ask = curried(lambda prompt, tail, config: llm_model(prompt + tail, config))
    about = ask(question)
    letters = [extract_answer(about(tail)(exp_config)) for tail in ("?", "!", ".")]
    return letters[-1], "A", 2
