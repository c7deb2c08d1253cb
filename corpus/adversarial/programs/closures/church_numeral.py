# Numbers as functions: three applied to the solver asks three times, their product six times.
def numeral(n):
    def times(function):
        def run(value):
            for _ in range(n):
                value = function(value)
            return value

        return run

    return times


def solve(question, options, exp_config):
    ask = lambda prompt: llm_model(prompt, exp_config)
    two, three = numeral(2), numeral(3)
    return extract_answer(two(three(ask))(question)), "A", 2
