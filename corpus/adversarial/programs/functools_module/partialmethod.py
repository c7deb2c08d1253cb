# Methods made with other arguments already given.
from functools import partialmethod


class Panel:
    def ask(self, rounds, prompt):
        for _ in range(rounds):
            prompt = llm_model(prompt, {})
        return prompt

    once = partialmethod(ask, 1)
    often = partialmethod(ask, 4)


def solve(question, options, exp_config):
    panel = Panel()
    return extract_answer(panel.often(panel.once(question))), "A", 2
