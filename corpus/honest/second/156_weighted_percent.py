"""Votes weighted with the confidence that the solver states beside them."""

import re
from collections import defaultdict


def confidence(reply, default=50):
    match = re.search(r"confidence\s*[:=]?\s*(\d{1,3})", reply, re.IGNORECASE)
    return min(int(match[1]), 100) / 100 if match else default / 100


def solve_confident(question, options, exp_config):
    valid = {o["id"] for o in options}
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    weight = defaultdict(float)
    for seed in range(5):
        settings = {**exp_config, "seed": seed} if exp_config else {"seed": seed}
        reply = llm_model(
            f"{question}\n{listing}\n\nOne paragraph of reasoning. Then 'Answer: <letter>' and 'Confidence: <0-100>'.",
            settings,
        )
        letter = extract_answer(reply)
        if letter in valid:
            weight[letter] += confidence(reply)
        leader = max(weight.values(), default=0.0)
        if leader > 2.0:
            break
    if not weight:
        return "X", "A", 3
    return max(weight.items(), key=lambda pair: pair[1])[0], "A", 3
