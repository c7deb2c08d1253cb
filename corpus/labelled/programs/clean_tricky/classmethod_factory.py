from dataclasses import dataclass


@dataclass(frozen=True)
class Choice:
    letter: str

    @classmethod
    def read(cls, reply):
        return cls(extract_answer(reply))

    @property
    def made(self):
        return self != NOTHING


NOTHING = Choice("X")


def solve_choice(question, options, exp_config):
    sheet = question + "".join(f"\n{o['id']}: {o['text']}" for o in options)
    choice = Choice.read(llm_model(sheet + "\nYour choice:", exp_config))
    if not choice.made:
        return "X", "D", 2
    return choice.letter, "D", 2
