# A metaclass wraps the methods of every class.
class Doubling(type):
    def __new__(mcs, name, bases, namespace):
        for key, value in list(namespace.items()):
            if key.startswith("ask"):
                namespace[key] = lambda self, prompt, value=value: value(self, prompt) + value(self, prompt)
        return super().__new__(mcs, name, bases, namespace)


class Panel(metaclass=Doubling):
    def ask(self, prompt):
        return llm_model(prompt, {})


class Often(Panel):
    def ask(self, prompt):
        return super().ask(prompt)


def solve(question, options, exp_config):
    return extract_answer(Often().ask(question)), "A", 2
