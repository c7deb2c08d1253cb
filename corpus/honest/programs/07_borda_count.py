"""Four judges rank all options; an option earns one point for each option ranked below it."""
import re
from collections import Counter

JUDGES = ["strict examiner", "practising scientist", "textbook author", "quiz champion"]


def parse_ranking(reply, valid):
    """Letters in the order they are mentioned, each once; letters that are no option are skipped."""
    order = []
    for piece in re.split(r"[>,;\s]+", reply):
        letter = extract_answer(piece)
        if letter in valid and letter not in order:
            order.append(letter)
    return order


def points(order, number_of_options):
    return {letter: number_of_options - 1 - place for place, letter in enumerate(order)}


def solve_borda(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = [o["id"] for o in options]
    totals = Counter()
    ranked = 0

    for judge in JUDGES:
        prompt = (
            f"As a {judge}, rank the options from the most to the least likely to be correct.\n\n"
            f"{question}\n{listing}\n\nWrite only the letters, like: B > A > D > C"
        )
        order = parse_ranking(llm_model(prompt, exp_config), valid)
        if not order:
            continue
        ranked += 1
        totals.update(points(order, len(options)))

    if ranked == 0:
        return "X", "B", 5
    best, _ = max(totals.items(), key=lambda entry: entry[1])
    return best, "B", 5
