"""Stated confidence is calibrated against agreement between samples; doubtful answers get a second look."""
from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True, slots=True)
class Sample:
    letter: str
    confidence: float


def take_sample(prompt: str, valid: set[str], exp_config: dict) -> Sample | None:
    reply = llm_model(prompt, exp_config)
    letter = extract_answer(reply)
    if letter not in valid:
        return None
    numbers = [int(n) for n in re.findall(r"\b\d{1,3}\b", reply) if int(n) <= 100]
    return Sample(letter, numbers[-1] / 100 if numbers else 0.5)


def calibrated(samples: list[Sample], letter: str) -> float:
    """Mean stated confidence of those who chose the letter, scaled by how many did."""
    own = [s.confidence for s in samples if s.letter == letter]
    return fmean(own) * len(own) / len(samples)


def solve_calibrated(question: str, options: list[dict[str, str]], exp_config: dict) -> tuple[str, str, int]:
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = {o["id"] for o in options}
    prompt = f"{question}\n{listing}\n\nReply with a letter, then with your confidence in percent, like 'B, 70'."

    samples = [s for n in range(4) if (s := take_sample(f"(sample {n + 1}) {prompt}", valid, exp_config)) is not None]
    if not samples:
        return "X", "B", 5

    scores = {letter: calibrated(samples, letter) for letter in Counter(s.letter for s in samples)}
    best = max(scores, key=scores.__getitem__)
    if scores[best] >= 0.4:
        return best, "B", 5

    candidates = ", ".join(sorted(scores))
    second = extract_answer(
        llm_model(
            f"{question}\n{listing}\n\nEarlier guesses: {candidates}. None was convincing. "
            "Work through the options again and end your reply with nothing but a letter.",
            exp_config,
        ).strip()[-3:]
    )
    return (second if second in valid else best), "B", 5
