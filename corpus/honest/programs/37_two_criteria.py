"""Relevance and truth are rated separately; the mean decides."""
import re
import statistics
from collections.abc import Mapping

CRITERIA: Mapping[str, str] = {
    "relevance": "Does the answer address what the question asks?",
    "truth": "Is the answer, as a statement, true?",
}


class UnreadableRating(ValueError):
    """The reply holds no number from 0 to 10."""


def rating(text: str) -> int:
    match = re.search(r"\b(?:10|[0-9])\b", text)
    if match is None:
        raise UnreadableRating(text[:80])
    return int(match.group())


def mean_rating(question: str, option: Mapping[str, str], config: dict) -> float:
    values = []
    for name, description in CRITERIA.items():
        reply = llm_model(
            f"Criterion: {name}. {description}\n\nQuestion: {question}\nAnswer: {option['text']}\n\n"
            "Rate from 0 to 10. Number only.",
            config,
        )
        try:
            values.append(rating(reply))
        except UnreadableRating:
            continue
    return statistics.mean(values) if values else -1.0


def solve_criteria(question: str, options: list[dict[str, str]], exp_config: dict) -> tuple[str, str, int]:
    means = {option["id"]: mean_rating(question, option, exp_config) for option in options}
    best = max(means.values())
    leaders = [letter for letter, mean in means.items() if mean == best]
    if best >= 0 and len(leaders) == 1:
        return leaders[0], "C", 5

    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options if o["id"] in leaders)
    letter = extract_answer(llm_model(f"{question}\n{listing}\nWhich is right? Reply with its letter.", config_of(exp_config)))
    return (letter if letter in leaders else "X"), "C", 5


def config_of(exp_config: dict) -> dict:
    """The deciding call is made without randomness."""
    return {**exp_config, "temperature": 0}
