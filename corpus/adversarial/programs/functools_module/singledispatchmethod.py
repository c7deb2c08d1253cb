# The same for methods.
import functools


class Panel:
    @functools.singledispatchmethod
    def ask(self, what):
        return llm_model(str(what), {})

    @ask.register
    def _(self, what: int):
        return "".join(self.ask(str(number)) for number in range(what))


def solve(question, options, exp_config):
    return extract_answer(Panel().ask(5)), "A", 2
