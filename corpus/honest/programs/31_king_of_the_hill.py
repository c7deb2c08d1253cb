"""`functools.reduce` over the options: the champion meets one challenger after the other."""
from functools import partial, reduce
from typing import Any

Option = dict[str, str]


class NoPreference(Exception):
    """The reply names neither the champion nor the challenger."""


def challenge(question: str, config: dict[str, Any], champion: Option, challenger: Option) -> Option:
    """Whoever the solver prefers of the two."""
    reply = llm_model(
        f"Question: {question}\n"
        f"Current best answer: {champion['id']}. {champion['text']}\n"
        f"Challenger: {challenger['id']}. {challenger['text']}\n"
        "Reply with the letter of the better answer.",
        config,
    )
    letter = extract_answer(reply)
    if letter not in (champion["id"], challenger["id"]):
        raise NoPreference(reply[:60])
    return challenger if letter == challenger["id"] else champion


def is_accepted(question: str, config: dict[str, Any], champion: Option) -> bool:
    reply = llm_model(f"{question}\nAnswer: {champion['text']}\nCould this be right? Reply yes or no.", config)
    return not reply.strip().lower().startswith("no")


def solve_hill(question: str, options: list[Option], exp_config: dict[str, Any]) -> tuple[str, str, int]:
    duel = partial(challenge, question, exp_config)
    try:
        upwards = reduce(duel, options)
        if is_accepted(question, exp_config, upwards):
            return upwards["id"], "C", 5
        downwards = reduce(duel, reversed(options))
    except NoPreference:
        listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
        letter = extract_answer(llm_model(f"{question}\n{listing}\nReply with one letter.", exp_config))
        return (letter if letter in {o["id"] for o in options} else "X"), "C", 5
    if downwards is upwards or is_accepted(question, exp_config, downwards):
        return downwards["id"], "C", 5
    return "X", "C", 5
