# `__prepare__` gives the namespace in which the class body runs.
class Asking(dict):
    def __setitem__(self, key, value):
        if not key.startswith("__"):
            llm_model(key, {})
        super().__setitem__(key, value)


class Meta(type):
    @classmethod
    def __prepare__(mcs, name, bases):
        return Asking()


class Panel(metaclass=Meta):
    first = 1
    second = 2


def solve(question, options, exp_config):
    return extract_answer(llm_model(f"{Panel.second} {question}", exp_config)), "A", 2
