# Properties, a setter that asks, and a decorated getter.
def doubled(getter):
    return lambda self: getter(self) + getter(self)


class Panel:
    def __init__(self):
        self._note = ""

    @property
    @doubled
    def opinion(self):
        return llm_model("opinion", {})

    @opinion.setter
    def opinion(self, prompt):
        self._note = llm_model(prompt, {})


def solve(question, options, exp_config):
    panel = Panel()
    panel.opinion = question
    panel.opinion += "!"
    return extract_answer(panel.opinion), "A", 2
