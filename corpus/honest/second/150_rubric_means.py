"""Every option is rated on three criteria at once; the mean decides, ties go to a direct question."""

import re
from statistics import fmean

CRITERIA = ("correct", "complete", "relevant")


def read_ratings(reply):
    ratings = {}
    for criterion in CRITERIA:
        match = re.search(rf"{criterion}\D{{0,5}}(\d+)", reply, re.IGNORECASE)
        if match:
            ratings[criterion] = min(int(match.group(1)), 5)
    return ratings


def solve_rubric(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    means = {}
    for option in options:
        reply = llm_model(
            f"{question}\n{listing}\n\nRate option {option['id']} from 1 to 5 as an answer: correct, complete, relevant. "
            "Format: 'correct: n, complete: n, relevant: n'.",
            exp_config,
        )
        ratings = read_ratings(reply)
        if ratings:
            means[option["id"]] = fmean(ratings.values())

    top = [letter for letter, mean in means.items() if mean == max(means.values())]
    if len(top) == 1:
        return top[0], "A", 5
    letter = extract_answer(
        llm_model(f"{question}\n{listing}\n\nLetter of the right option:", exp_config)
    )
    return (letter if letter in {o["id"] for o in options} else "X"), "A", 5
