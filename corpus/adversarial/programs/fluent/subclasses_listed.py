# `__subclasses__` lists what was derived, directly.
class Step:
    def run(self, text):
        return llm_model(text, {})


class Draft(Step):
    pass


class Check(Step):
    def run(self, text):
        return super().run(super().run(text))


class Never(Check):
    pass


def solve(question, options, exp_config):
    text = question
    for step in Step.__subclasses__():
        text = step().run(text)
    return extract_answer(text), "A", 2
