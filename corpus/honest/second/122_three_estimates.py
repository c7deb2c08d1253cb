"""Low, middle and high estimates bracket the answer before options are shown."""

from typing import NamedTuple


class Bracket(NamedTuple):
    low: str
    middle: str
    high: str

    def describe(self):
        return f"cautious: {self.low}\ntypical: {self.middle}\nbold: {self.high}"


def bracket(question, exp_config):
    views = (
        llm_model(
            f"{question}\n\nGive a {view} answer in one sentence, without seeing options.",
            exp_config,
        )
        for view in ("cautious", "typical", "bold")
    )
    return Bracket(*views)


def solve_bracketed(question, options, exp_config):
    estimates = bracket(question, exp_config)
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = {o["id"] for o in options}
    prompt = f"{question}\n{listing}\n\nEstimates made before the options were known:\n{estimates.describe()}\n\nLetter:"
    answers = []
    while len(answers) < 3:
        answers.append(extract_answer(llm_model(prompt, exp_config)))
        if answers[-1] in valid and answers.count(answers[-1]) == 2:
            break
    usable = [answer for answer in answers if answer in valid]
    return (max(usable, key=usable.count) if usable else "X"), "C", 5
