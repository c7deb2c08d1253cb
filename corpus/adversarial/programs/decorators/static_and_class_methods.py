# Decorators under and over `classmethod` and `staticmethod`.
def twice(function):
    def wrapper(*arguments):
        function(*arguments)
        return function(*arguments)

    return wrapper


class Panel:
    @classmethod
    @twice
    def ask(cls, prompt):
        return cls.raw(prompt)

    @staticmethod
    @twice
    @twice
    def raw(prompt):
        return llm_model(prompt, {})


def solve(question, options, exp_config):
    return extract_answer(Panel.ask(question)), "A", 2
