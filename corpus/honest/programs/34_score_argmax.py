"""Rates every option from 0 to 10 and takes the best."""
import re
from dataclasses import dataclass


@dataclass(order=True)
class Rated:
    score: float
    letter: str


SCORE = re.compile(r"(?<![\d.])(10(?:\.0+)?|\d(?:\.\d+)?)(?![\d.]*\d)")


def parse_score(text: str) -> float | None:
    match = SCORE.search(text)
    return float(match.group(1)) if match else None


def rate(question: str, option: dict[str, str], exp_config: dict) -> float | None:
    prompt = (
        "Rate how well the answer fits the question on a scale from 0 to 10.\n"
        f"Question: {question}\nAnswer: {option['text']}\nScore (only the number):"
    )
    for _ in range(2):
        score = parse_score(llm_model(prompt, exp_config))
        if score is not None:
            return score
        prompt += "\nReply with digits only."
    return None


def solve_rating(question: str, options: list[dict[str, str]], exp_config: dict) -> tuple[str, str, int]:
    rated = []
    for option in options:
        score = rate(question, option, exp_config)
        if score is not None:
            rated.append(Rated(score, option["id"]))

    if rated:
        best = max(rated)
        if sum(one.score == best.score for one in rated) == 1:
            return best.letter, "B", 4

    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{listing}\n\nReply with a single letter.", exp_config))
    return (letter if any(o["id"] == letter for o in options) else "X"), "B", 4
