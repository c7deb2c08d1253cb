"""Sorts the options with the solver as comparison; a table remembers every duel, so no pair is asked twice."""
from functools import cmp_to_key


def solve_sorted(question, options, exp_config):
    duels = {}

    def prefer(one, other):
        key = tuple(sorted((one["id"], other["id"])))
        if key not in duels:
            reply = llm_model(
                f"{question}\n{one['id']}. {one['text']}\n{other['id']}. {other['text']}\n"
                "Which of the two answers is better? Reply with its letter.",
                exp_config,
            )
            duels[key] = extract_answer(reply)
        winner = duels[key]
        if winner == one["id"]:
            return -1
        if winner == other["id"]:
            return 1
        return 0

    ranking = sorted(options, key=cmp_to_key(prefer))
    readable = [pair for pair, winner in duels.items() if winner in pair]
    if not readable:
        listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
        letter = extract_answer(llm_model(f"{question}\n{listing}\nOne letter, please.", exp_config))
        return (letter if letter in {o["id"] for o in options} else "X"), "B", 4
    return ranking[0]["id"], "B", 4
