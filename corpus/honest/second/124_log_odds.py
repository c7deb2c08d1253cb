"""Ask for evidence for and against each option on a scale and add up log-odds."""

import math
import re


def probability(reply):
    match = re.search(r"(\d{1,3})\s*%", reply) or re.search(r"\b(\d{1,3})\b", reply)
    if match is None:
        return 0.5
    return min(max(int(match.group(1)), 1), 99) / 100


def log_odds(p):
    return math.log(p / (1 - p))


def solve_log_odds(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    belief = {o["id"]: 0.0 for o in options}
    asked = (
        "How likely is it, in percent, that this option is right?",
        "Out of 100 experts, how many would call this option right?",
    )
    for wording in asked:
        for option in options:
            reply = llm_model(
                f"{question}\n{listing}\n\nOption: {option['text']}\n{wording} Number only.",
                exp_config,
            )
            belief[option["id"]] += log_odds(probability(reply))

    ranking = sorted(belief, key=belief.__getitem__, reverse=True)
    if len(ranking) > 1 and math.isclose(belief[ranking[0]], belief[ranking[1]], abs_tol=1e-9):
        tied = [
            letter
            for letter in ranking
            if math.isclose(belief[letter], belief[ranking[0]], abs_tol=1e-9)
        ]
        letter = extract_answer(
            llm_model(
                f"{question}\n{listing}\n\nOnly {', '.join(tied)} remain. One letter:", exp_config
            )
        )
        return (letter if letter in tied else "X"), "B", 6
    return ranking[0], "B", 6
