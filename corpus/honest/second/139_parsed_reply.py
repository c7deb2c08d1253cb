"""A reply is parsed into a variant, and a match statement says what happens with each."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Sure:
    letter: str


@dataclass(frozen=True)
class Unsure:
    letter: str


@dataclass(frozen=True)
class Nothing:
    reply: str


def parse(reply, ids):
    letter = extract_answer(reply)
    if letter not in ids:
        return Nothing(reply)
    return Unsure(letter) if "not sure" in reply.lower() else Sure(letter)


def solve_variants(question, options, exp_config):
    ids = {o["id"] for o in options}
    body = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    prompt = f"{body}\n\nGive a letter. Add 'not sure' if you are not sure."
    tentative = "X"
    for _ in range(4):
        match parse(llm_model(prompt, exp_config), ids):
            case Sure(letter):
                return letter, "D", 3
            case Unsure(letter):
                tentative = letter
                prompt = f"{body}\n\nEarlier you leaned to {letter}. Reason once more, then give a letter."
            case Nothing(reply):
                prompt = f"{body}\n\nYou replied:\n{reply}\n\nThat holds no letter. Give one."
    return tentative, "D", 3
