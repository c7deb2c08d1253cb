"""A blue team proposes, a red team attacks, blue may change its mind twice."""

from dataclasses import dataclass


@dataclass
class Position:
    letter: str
    argument: str


class Team:
    def __init__(self, colour, brief, exp_config):
        self.colour, self.brief, self.exp_config = colour, brief, exp_config

    def speak(self, text):
        return llm_model(f"You are the {self.colour} team. {self.brief}\n\n{text}", self.exp_config)


def solve_teams(question, options, exp_config):
    body = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    blue = Team("blue", "You look for the right option and defend it.", exp_config)
    red = Team("red", "You look for errors in the other team's argument.", exp_config)

    argument = blue.speak(f"{body}\n\nArgue for one option and end with its letter.")
    position = Position(extract_answer(argument), argument)
    for _ in range(2):
        attack = red.speak(
            f"{body}\n\nThe blue team says:\n{position.argument}\n\nWhat is wrong with that?"
        )
        reply = blue.speak(
            f"{body}\n\nYou said:\n{position.argument}\n\nObjection:\n{attack}\n\nRevise or keep. Letter last."
        )
        letter = extract_answer(reply)
        if letter not in ids:
            continue
        if letter == position.letter:
            break
        position = Position(letter, reply)

    return (position.letter if position.letter in ids else "X"), "B", 6
