"""Votes five times; unanimity is required."""

from collections import Counter

PROMPTS = (
    "Choose the best option.",
    "Eliminate the wrong options, then choose.",
    "Explain the concept, then choose.",
    "Choose as an examiner would.",
    "Choose, then check your choice.",
)


def ballot(question, menu, instruction, config):
    reply = llm_model(f"{instruction}\n\n{question}\n{menu}\n\nLetter:", config)
    return extract_answer(reply)


def unanimous(letters):
    counts = Counter(letters)
    if len(counts) != 1:
        return None
    (letter,) = counts
    return None if letter == "X" else letter


def solve_unanimous(question, options, exp_config):
    own_view = "D"
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = [ballot(question, menu, instruction, exp_config) for instruction in PROMPTS]
    verdict = unanimous(letters)
    if verdict is None:
        verdict = own_view
    return verdict, own_view, 4
