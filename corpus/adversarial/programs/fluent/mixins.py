# `super()` follows the method resolution order of the instance.
class Base:
    def ask(self, prompt):
        return llm_model(prompt, {})


class Twice(Base):
    def ask(self, prompt):
        return super().ask(super().ask(prompt))


class Marked(Base):
    def ask(self, prompt):
        return super().ask("mark " + prompt) + super().ask(prompt)


class Both(Twice, Marked):
    pass


def solve(question, options, exp_config):
    return extract_answer(Both().ask(question)), "A", 2
