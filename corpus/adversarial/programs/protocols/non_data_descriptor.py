# An instance attribute hides a descriptor that has no `__set__`.
class Once:
    def __init__(self, function):
        self.function = function

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner):
        value = instance.__dict__[self.name] = self.function(instance)
        return value


class Panel:
    @Once
    def opinion(self):
        return llm_model("opinion", {})


def solve(question, options, exp_config):
    panel, other = Panel(), Panel()
    return extract_answer(panel.opinion + panel.opinion + other.opinion), "A", 2
