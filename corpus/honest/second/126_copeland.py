"""Three rankings by the solver; the option that beats most others by majority wins (Copeland)."""

import re
from itertools import combinations


def ranking_from(reply, letters):
    order = []
    for letter in re.findall(r"\b[A-Z]\b", reply.upper()):
        if letter in letters and letter not in order:
            order.append(letter)
    return order


def prefers(order, one, other):
    if one not in order:
        return False
    return other not in order or order.index(one) < order.index(other)


def solve_copeland(question, options, exp_config):
    letters = [o["id"] for o in options]
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    rankings = []
    for reader in ("a beginner", "a teacher", "a researcher"):
        reply = llm_model(
            f"As {reader}, rank the options from most to least likely, such as C > A > B.\n{question}\n{listing}",
            exp_config,
        )
        rankings.append(ranking_from(reply, letters))
    if not any(rankings):
        return "X", "C", 5

    points = dict.fromkeys(letters, 0)
    for one, other in combinations(letters, 2):
        balance = sum(prefers(r, one, other) - prefers(r, other, one) for r in rankings)
        if balance > 0:
            points[one] += 1
        elif balance < 0:
            points[other] += 1
    best = max(points.values())
    winners = [letter for letter in letters if points[letter] == best]
    if len(winners) > 1:
        decided = extract_answer(
            llm_model(f"{question}\n{listing}\nChoose from {winners}. Letter:", exp_config)
        )
        return (decided if decided in winners else "X"), "C", 5
    return winners[0], "C", 5
