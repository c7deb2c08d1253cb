# A decorator on methods that call each other through self.
def twice(method):
    def wrapper(self, *arguments):
        method(self, *arguments)
        return method(self, *arguments)

    return wrapper


class Panel:
    @twice
    def ask(self, prompt):
        return llm_model(prompt, {})

    @twice
    def decide(self, prompt):
        return extract_answer(self.ask(prompt))


def solve(question, options, exp_config):
    return Panel().decide(question), "A", 2
