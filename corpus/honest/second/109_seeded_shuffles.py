"""Shuffle the order in which options are shown, with a fixed seed, and map the reply back by text."""

import random
from collections import Counter

ROUNDS = 4
LABELS = "PQRSTUVW"


def solve_shuffled(question, options, exp_config):
    shuffler = random.Random(20240229)
    votes = Counter()
    for _ in range(ROUNDS):
        order = list(options)
        shuffler.shuffle(order)
        listing = "\n".join(f"{option['id']}. {option['text']}" for option in order)
        reply = llm_model(
            f"{question}\n\nThe options are in no particular order:\n{listing}\n\nReply with a letter.",
            exp_config,
        )
        letter = extract_answer(reply)
        if any(option["id"] == letter for option in options):
            votes[letter] += 1

    if not votes:
        return "X", "D", 5
    best, count = votes.most_common(1)[0]
    if count * 2 > ROUNDS:
        return best, "D", 5

    close = ", ".join(sorted(votes))
    final = extract_answer(
        llm_model(
            f"{question}\n{listing}\n\nEarlier replies were split ({close}). Decide. One letter.",
            exp_config,
        )
    )
    return (final if final in votes else best), "D", 5
