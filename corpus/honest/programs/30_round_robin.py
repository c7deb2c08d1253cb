"""Every pair of options is compared once; most wins takes it, head-to-head breaks ties."""
from collections import Counter
from itertools import combinations


def solve_round_robin(question, options, exp_config):
    wins = Counter({o["id"]: 0 for o in options})
    results = {}

    for one, other in combinations(options, 2):
        reply = llm_model(
            f"{question}\n\nCompare only these two answers:\n"
            f"{one['id']}. {one['text']}\n{other['id']}. {other['text']}\n\n"
            "Which is more likely to be correct? Reply with a letter.",
            exp_config,
        )
        letter = extract_answer(reply)
        if letter in (one["id"], other["id"]):
            wins[letter] += 1
            results[frozenset((one["id"], other["id"]))] = letter

    best = max(wins.values())
    if best == 0:
        return "X", "A", 5
    tied = [letter for letter in wins if wins[letter] == best]

    if len(tied) == 2:
        return results.get(frozenset(tied), tied[0]), "A", 5
    if len(tied) > 2:
        listing = "\n".join(f"{o['id']}. {o['text']}" for o in options if o["id"] in tied)
        letter = extract_answer(llm_model(f"{question}\n{listing}\nReply with one letter.", exp_config))
        return (letter if letter in tied else "X"), "A", 5
    return tied[0], "A", 5
