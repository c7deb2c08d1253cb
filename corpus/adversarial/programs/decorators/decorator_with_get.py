# A decorating class on a method needs `__get__` to bind the instance.
import types


class Twice:
    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner):
        return types.MethodType(self, instance)

    def __call__(self, instance, prompt):
        return self.function(instance, self.function(instance, prompt))


class Panel:
    @Twice
    @Twice
    def ask(self, prompt):
        return llm_model(prompt, {})


def solve(question, options, exp_config):
    return extract_answer(Panel().ask(question)), "A", 2
