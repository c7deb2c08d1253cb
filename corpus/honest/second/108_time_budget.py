"""Keep sampling while the clock allows; at most six samples."""

import time
from collections import Counter

SECONDS = 45.0
MOST = 6


def solve_within_time(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = [o["id"] for o in options]
    deadline = time.monotonic() + SECONDS
    votes = Counter()
    samples = 0

    while samples < MOST:
        if samples >= 3 and time.monotonic() > deadline:
            break
        samples += 1
        reply = llm_model(
            f"(sample {samples})\n{question}\n{listing}\nThink briefly, then give the letter.",
            exp_config,
        )
        letter = extract_answer(reply)
        if letter in ids:
            votes[letter] += 1
        if votes and votes.most_common(1)[0][1] >= 3:
            break

    if not votes:
        return "X", "A", 3
    return votes.most_common(1)[0][0], "A", 3
