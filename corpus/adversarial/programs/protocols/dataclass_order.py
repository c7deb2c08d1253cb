# A data class with `order=True` and `eq` compares its fields.
from dataclasses import dataclass


class Asked:
    def __init__(self, text):
        self.text = text

    def __eq__(self, other):
        return "yes" in llm_model(self.text, {})

    def __lt__(self, other):
        return "no" in llm_model(self.text, {})


@dataclass(order=True)
class Ranked:
    key: Asked
    rank: int = 0


def solve(question, options, exp_config):
    best = min(Ranked(Asked(text)) for text in "abc")
    return extract_answer(llm_model(best.key.text + question, exp_config)), "A", 2
