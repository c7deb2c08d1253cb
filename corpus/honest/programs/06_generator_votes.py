"""Votes come from a generator; counting stops as soon as no other option can catch up."""
from collections import Counter
from collections.abc import Iterator
from itertools import islice

OPENERS = (
    "Answer as you would in an exam.",
    "Answer as you would to a curious child.",
    "Answer after listing what you know about the topic.",
    "Answer after considering the opposite of each option.",
    "Answer quickly with your first impression.",
)


def replies(question: str, listing: str, exp_config: dict) -> Iterator[str]:
    for opener in OPENERS:
        yield llm_model(f"{opener}\n\n{question}\n{listing}\n\nEnd with the letter of the answer.", exp_config)


def letters(texts: Iterator[str], valid: set[str]) -> Iterator[str]:
    for text in texts:
        found = extract_answer(text)
        if found in valid:
            yield found


def solve_stream(question: str, options: list[dict[str, str]], exp_config: dict) -> tuple[str, str, int]:
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = {o["id"] for o in options}
    tally: Counter[str] = Counter()
    majority = len(OPENERS) // 2 + 1
    for letter in islice(letters(replies(question, listing, exp_config), valid), len(OPENERS)):
        tally[letter] += 1
        if tally[letter] == majority:
            break
    if not tally:
        return "X", "C", 3
    return tally.most_common(1)[0][0], "C", 3
