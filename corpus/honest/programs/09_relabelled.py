"""Asks with the options relabelled, and translates each chosen label back to the original one."""
from collections import Counter
from typing import NamedTuple


class Shuffle(NamedTuple):
    offset: int
    reverse: bool


SHUFFLES = (Shuffle(0, False), Shuffle(1, False), Shuffle(2, True), Shuffle(0, True), Shuffle(3, False))


def reorder(options: list, shuffle: Shuffle) -> list:
    offset = shuffle.offset % len(options)
    moved = options[offset:] + options[:offset]
    return moved[::-1] if shuffle.reverse else moved


def ask_once(question: str, options: list, shuffle: Shuffle, exp_config: dict):
    """The original id of the option that the solver chose, or None."""
    moved = reorder(options, shuffle)
    labels = [option["id"] for option in options]
    original = {label: option["id"] for label, option in zip(labels, moved)}
    lines = "\n".join(f"{label}. {option['text']}" for label, option in zip(labels, moved))
    reply = llm_model(f"{question}\n\n{lines}\n\nReply with exactly one letter.", exp_config)
    return original.get(extract_answer(reply))


def solve_relabelled(question: str, options: list, exp_config: dict):
    chosen = [ask_once(question, options, shuffle, exp_config) for shuffle in SHUFFLES]
    votes = Counter(one for one in chosen if one is not None)
    if not votes:
        return "X", "A", 5
    (answer, count), *rest = votes.most_common()
    if rest and rest[0][1] == count:
        # No clear winner: the reply to the untouched order decides, if it was readable.
        answer = chosen[0] if chosen[0] is not None else answer
    return answer, "A", 5
