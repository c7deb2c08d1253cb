import re
from collections import defaultdict


def confidence(text):
    """A number from 0 to 1 in the text; one half where there is none."""
    found = re.search(r"(\d{1,3})\s*%", text)
    return min(int(found.group(1)), 100) / 100 if found else 0.5


def solve_self_consistency(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    weights = defaultdict(float)
    for approach in ("from first principles", "by analogy", "by excluding options"):
        chain = llm_model(f"{question}\n{rows}\n\nReason {approach}. Finish with one letter.", exp_config)
        letter = extract_answer(chain)
        rating = llm_model(f"{question}\n{rows}\n\nHow sound is this reasoning, in %?\n{chain}", exp_config)
        if letter == "X":
            continue
        weights[letter] += confidence(rating)
    if not weights:
        return ("X", "C", 3)
    ranked = sorted(weights, key=lambda letter: (-weights[letter], letter))
    return (ranked[0], "C", 3)
