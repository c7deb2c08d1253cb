# A decorator that is a class with `__call__` and a count.
class Counted:
    def __init__(self, function):
        self.function = function
        self.count = 0

    def __call__(self, prompt):
        self.count += 1
        return self.function(prompt)


@Counted
def ask(prompt):
    return llm_model(prompt, {})


def solve(question, options, exp_config):
    letter = "X"
    while ask.count < 4:
        letter = extract_answer(ask(question))
    return letter, "A", 2
