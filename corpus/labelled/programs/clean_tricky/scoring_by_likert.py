import re

SCALE = "1 (no), 2 (hardly), 3 (perhaps), 4 (rather), 5 (yes)"


def rating(text):
    found = re.search(r"[1-5]", text)
    return int(found.group()) if found else 3


def solve_likert(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    totals = []
    for claim in ("the first option listed", "the second option listed"):
        scores = [
            rating(llm_model(f"{question}\n{rows}\nReader {reader}: is {claim} right? {SCALE}", exp_config))
            for reader in (1, 2)
        ]
        totals.append(sum(scores))
    first, second = totals
    return ("A" if first > second else "B"), "B", 4
