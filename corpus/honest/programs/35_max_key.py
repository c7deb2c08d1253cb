"""Terse: `max` over the options, keyed by the solver's rating."""
import re


def solve_max_key(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ratings = {}

    def plausibility(option):
        reply = llm_model(
            f"{question}\n{listing}\n\nFrom 0 to 100, how plausible is option {option['id']} ({option['text']})? "
            "Only the number.",
            exp_config,
        )
        number = re.search(r"\d+", reply)
        ratings[option["id"]] = min(int(number[0]), 100) if number else None
        return -1 if ratings[option["id"]] is None else ratings[option["id"]]

    best = max(options, key=plausibility)
    rated = [value for value in ratings.values() if value is not None]
    if rated and len(set(rated)) > 1:
        return best["id"], "B", 3

    # No ratings, or all the same: they say nothing.
    # One direct question instead.
    reply = llm_model(f"{question}\n{listing}\n\nReply with a single letter.", exp_config)
    letter = extract_answer(reply)
    if letter not in ratings:
        return "X", "B", 3
    return letter, "B", 3
