# `instance.__class__ = ...` changes its methods.
class Once:
    def ask(self, prompt):
        return llm_model(prompt, {})


class Often(Once):
    def ask(self, prompt):
        return "".join(super(Often, self).ask(prompt) for _ in range(4))


def solve(question, options, exp_config):
    panel = Once()
    panel.__class__ = Often
    return extract_answer(panel.ask(question)), "A", 2
