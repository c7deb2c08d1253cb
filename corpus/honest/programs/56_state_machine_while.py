"""An enum-based state machine; a step counter keeps it finite."""
from enum import Enum, auto

MAX_STEPS = 8


class Phase(Enum):
    DRAFT = auto()
    REVIEW = auto()
    REVISE = auto()
    EXTRACT = auto()
    DONE = auto()


def solve_state_machine(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = {o["id"] for o in options}
    phase, steps = Phase.DRAFT, 0
    text = review = ""
    letter = "X"

    while phase is not Phase.DONE and steps < MAX_STEPS:
        steps += 1
        if phase is Phase.DRAFT:
            text = llm_model(f"{question}\n{listing}\n\nDraft a solution that ends with a letter.", exp_config)
            phase = Phase.REVIEW
        elif phase is Phase.REVIEW:
            review = llm_model(f"{question}\n{listing}\n\nSolution:\n{text}\n\nReply GOOD or name its flaw.", exp_config)
            phase = Phase.EXTRACT if "GOOD" in review.upper() else Phase.REVISE
        elif phase is Phase.REVISE:
            text = llm_model(
                f"{question}\n{listing}\n\nSolution:\n{text}\n\nFlaw:\n{review}\n\nWrite it again, without the flaw.",
                exp_config,
            )
            phase = Phase.EXTRACT
        elif phase is Phase.EXTRACT:
            letter = extract_answer(
                llm_model(f"{listing}\n\nSolution:\n{text}\n\nWhich letter does it choose? One letter.", exp_config)
            )
            phase = Phase.DONE if letter in valid else Phase.DRAFT

    return (letter if letter in valid else "X"), "A", 5
