"""A generator yields votes lazily; takewhile and islice decide how many are drawn."""

from collections import Counter
from itertools import count, islice


def votes(body, valid, exp_config):
    for number in count(1):
        letter = extract_answer(
            llm_model(f"[{number}] {body}\n\nAnswer with a letter.", exp_config)
        )
        yield letter if letter in valid else None


def running_lead(stream):
    tally = Counter()
    for vote in stream:
        if vote is not None:
            tally[vote] += 1
        yield tally


def solve_lazily(question, options, exp_config):
    body = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = {o["id"] for o in options}
    tally = Counter()
    for tally in islice(running_lead(votes(body, valid, exp_config)), 6):
        if tally and max(tally.values()) >= 3:
            break
    if not tally:
        return "X", "C", 3
    return tally.most_common(1)[0][0], "C", 3
