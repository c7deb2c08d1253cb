# A class decorator replaces the methods of the class.
def doubled(cls):
    for name, method in list(vars(cls).items()):
        if name.startswith("ask"):
            setattr(cls, name, lambda self, prompt, method=method: method(self, method(self, prompt)))
    return cls


@doubled
@doubled
class Panel:
    def ask(self, prompt):
        return llm_model(prompt, {})


def solve(question, options, exp_config):
    return extract_answer(Panel().ask(question)), "A", 2
