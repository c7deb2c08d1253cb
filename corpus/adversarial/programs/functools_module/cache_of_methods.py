# A cached method asks once for each instance.
import functools


class Panel:
    @functools.cache
    def ask(self, prompt):
        return llm_model(prompt, {})


def solve(question, options, exp_config):
    replies = [Panel().ask(question) for _ in range(3)]
    panel = Panel()
    return extract_answer(replies[-1] + panel.ask(question) + panel.ask(question)), "A", 2
