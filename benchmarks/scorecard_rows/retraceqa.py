"""Simulated rows of ReTraceQA: traces of some models and datasets, with three judges of different skill."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

DATASETS = ("csqa", "obqa", "qasc", "strategyqa")
MODELS = ("small-1b", "small-3b", "small-8b")
JUDGES = (("careful", 0.8, 0.01), ("hasty", 0.5, 0.05), ("mute", 0.2, 0.4))
"""Name, how often it finds the right step, and how often what it says cannot be parsed."""
TYPES = ("hallucination", "reasoning", "misinterpretation")
ANNOTATORS = ("ann", "bea", "cay")
ANNOTATED_BY_SEVERAL = 0.1


def rows(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """So many rows, the same for the same seed: a row for each judge, and of some traces for each annotator."""
    generator = np.random.default_rng(seed)
    made = 0
    number = 0
    while made < count:
        for row in _trace(number, generator)[: count - made]:
            made += 1
            yield row
        number += 1


def _trace(number: int, generator: np.random.Generator) -> list[dict[str, Any]]:
    steps = int(generator.integers(2, 9))
    first_error = int(generator.integers(0, steps)) if generator.random() < 0.35 else -1
    trace = {
        "id": number,
        "dataset": DATASETS[number % len(DATASETS)],
        "model": MODELS[int(generator.integers(len(MODELS)))],
        "steps": [f"Step {step} of trace {number}." for step in range(steps)],
        "answer_correct": bool(generator.random() < (0.8 if first_error < 0 else 0.5)),
    }
    settled = {
        "first_error": first_error,
        "error_type": None if first_error < 0 else TYPES[int(generator.integers(len(TYPES)))],
    }
    judged = [
        {**trace, **settled, "judge": name, "predicted_first_error": _said(first_error, steps, right, mute, generator)}
        for name, right, mute in JUDGES
    ]
    if generator.random() >= ANNOTATED_BY_SEVERAL:
        return judged
    annotated = [
        {**trace, "annotator": name, "first_error": _said(first_error, steps, 0.9, 0.0, generator)}
        for name in ANNOTATORS
    ]
    return judged + annotated


def _said(first_error: int, steps: int, right: float, mute: float, generator: np.random.Generator) -> int | None:
    if generator.random() < mute:
        return None
    return first_error if generator.random() < right else int(generator.integers(-1, steps))
