"""Distribute ten points over the options, three times."""

import re
from collections import defaultdict

LINE = re.compile(r"([A-Z])\s*[:=]\s*(\d+)")


def solve_points(question, options, exp_config):
    ids = {o["id"] for o in options}
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    totals = defaultdict(float)
    for round_number in range(3):
        reply = llm_model(
            f"Round {round_number + 1}. Distribute 10 points over the options, one line for each, 'letter: points'.\n\n"
            f"{question}\n{listing}",
            exp_config,
        )
        given = {letter: int(points) for letter, points in LINE.findall(reply) if letter in ids}
        whole = sum(given.values())
        for letter, points in given.items():
            if whole:
                totals[letter] += points / whole

    if not totals:
        return (
            extract_answer(llm_model(f"{question}\n{listing}\n\nOne letter:", exp_config)),
            "B",
            3,
        )
    winner = max(sorted(totals), key=totals.get)
    return winner, "B", 3
