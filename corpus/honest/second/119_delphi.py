"""The Delphi method: anonymous estimates, a summary, estimates again."""

from collections import Counter
from typing import Iterable


def summarise(letters: Iterable[str]) -> str:
    counts = Counter(letters)
    total = sum(counts.values())
    parts = [f"{letter}: {count} of {total}" for letter, count in sorted(counts.items())]
    return "; ".join(parts) if parts else "no usable estimates"


def estimate(body: str, feedback: str, panel: int, exp_config: dict) -> list[str]:
    letters = []
    for number in range(panel):
        prompt = f"Panel member {number + 1}.\n{body}\n{feedback}\nYour estimate (letter):"
        letters.append(extract_answer(llm_model(prompt, exp_config)))
    return letters


def solve_delphi(
    question: str, options: list[dict[str, str]], exp_config: dict
) -> tuple[str, str, int]:
    ids = {o["id"] for o in options}
    body = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    feedback, letters = "", []
    for _ in range(2):
        letters = [letter for letter in estimate(body, feedback, 4, exp_config) if letter in ids]
        if len(set(letters)) == 1:
            break
        feedback = (
            f"Estimates of the panel in the last round: {summarise(letters)}. You may change yours."
        )
    if not letters:
        return "X", "C", 6
    return Counter(letters).most_common(1)[0][0], "C", 6
