"""Best of n: sample complete solutions, have each scored, take the letter of the best."""

import heapq
import re


def score_of(reply):
    digits = re.findall(r"\d+", reply)
    return int(digits[0]) if digits else 0


def solve_best_of(question, options, exp_config):
    body = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    scored = []
    for number in range(4):
        solution = llm_model(
            f"{body}\n\nSolution {number + 1}, step by step, letter at the end:", exp_config
        )
        letter = extract_answer(solution)
        if letter not in {o["id"] for o in options}:
            continue
        mark = llm_model(
            f"{body}\n\nMark this solution from 0 to 100:\n{solution}\n\nMark:", exp_config
        )
        scored.append((score_of(mark), number, letter))

    best = heapq.nlargest(1, scored)
    if not best:
        return "X", "C", 5
    return best[0][2], "C", 5
