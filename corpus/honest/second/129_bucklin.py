"""Bucklin voting: first choices, then second choices, until one option has a majority."""

from collections import Counter
from math import floor


def choices(body, ids, exp_config):
    """A voter's first and second choice, as far as they can be read."""
    first = extract_answer(llm_model(f"{body}\n\nYour first choice (letter):", exp_config))
    if first not in ids:
        return []
    second = extract_answer(
        llm_model(f"{body}\n\nIf {first} were not allowed, your choice (letter):", exp_config)
    )
    return [first] if second not in ids or second == first else [first, second]


def solve_bucklin(question, options, exp_config):
    ids = {o["id"] for o in options}
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    voters = [choices(f"Voter {n}.\n{question}\n{listing}", ids, exp_config) for n in (1, 2, 3)]
    voters = [voter for voter in voters if voter]
    if not voters:
        return "X", "A", 4

    majority = floor(len(voters) / 2) + 1
    tally = Counter()
    for rank in range(2):
        tally.update(voter[rank] for voter in voters if len(voter) > rank)
        leader, count = tally.most_common(1)[0]
        if count >= majority:
            return leader, "A", 4
    return tally.most_common(1)[0][0], "A", 4
