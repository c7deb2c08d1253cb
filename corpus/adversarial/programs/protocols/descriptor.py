# A descriptor of the class asks when it is read and set through instances.
class Opinion:
    def __set_name__(self, owner, name):
        self.name = "_" + name
        llm_model(name, {})

    def __get__(self, instance, owner):
        return self if instance is None else llm_model(instance.__dict__.get(self.name, ""), {})

    def __set__(self, instance, value):
        instance.__dict__[self.name] = llm_model(value, {})


class Panel:
    first = Opinion()
    second = Opinion()


def solve(question, options, exp_config):
    panel = Panel()
    panel.first = question
    panel.second = panel.first
    return extract_answer(panel.second), "A", 2
