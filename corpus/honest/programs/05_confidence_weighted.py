"""Every vote is weighted with the confidence that the solver states for it."""
import re
from collections import defaultdict

PERCENT = re.compile(r"\b(\d{1,3})\s*(?:%|percent)?")
STYLES = ["a patient tutor", "an exam setter", "a sceptical reviewer"]


def parse_confidence(text):
    """A share between 0 and 1, or None if the reply holds no usable number."""
    match = PERCENT.search(text)
    if match is None:
        return None
    value = int(match.group(1))
    return value / 100 if 0 <= value <= 100 else None


def solve_with_confidence(question, options, exp_config):
    choices = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = [o["id"] for o in options]
    weights = defaultdict(float)

    for style in STYLES:
        first = llm_model(
            f"You are {style}.\n{question}\n{choices}\nWhich option is correct? Reply with a letter.", exp_config
        )
        letter = extract_answer(first)
        if letter not in letters:
            continue
        second = llm_model(
            f"{question}\n{choices}\nProposed answer: {letter}\n"
            "How sure are you that the proposed answer is right, from 0 to 100? Reply with a number.",
            exp_config,
        )
        confidence = parse_confidence(second)
        weights[letter] += 0.5 if confidence is None else confidence

    if not weights:
        return "X", "B", 4
    best = max(weights.items(), key=lambda pair: pair[1])
    return best[0], "B", 4
