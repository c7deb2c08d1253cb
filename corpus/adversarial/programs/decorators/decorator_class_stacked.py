# Two instances of one decorating class around each other.
class Again:
    def __init__(self, times):
        self.times = times

    def __call__(self, function):
        def wrapper(prompt):
            for _ in range(self.times):
                prompt = function(prompt)
            return prompt

        return wrapper


@Again(3)
@Again(times=2)
def ask(prompt):
    return llm_model(prompt, {})


def solve(question, options, exp_config):
    return extract_answer(ask(question)), "A", 2
