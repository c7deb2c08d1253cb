# `max` calls `__gt__`; without one, the reflected `__lt__`.
class Ranked:
    def __init__(self, text):
        self.text = text

    def __gt__(self, other):
        return "yes" in llm_model(self.text, {})


def solve(question, options, exp_config):
    best = max([Ranked(option["text"]) for option in options])
    least = min(Ranked("a"), Ranked("b"))
    return extract_answer(llm_model(best.text + least.text, exp_config)), "A", 2
