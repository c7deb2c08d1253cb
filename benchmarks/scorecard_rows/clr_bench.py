"""Simulated rows of CLR-Bench: the published numbers of questions by type, for as many models as it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

QUESTIONS = {"MC": 217, "MS": 111, "TF": 316, "FB": 105, "OE": 269}
HALF_POINTS = ("MS", "OE")
"""The types whose answers may be half right."""
FEWEST_MODELS = 4
TOPICS = ("algorithms", "databases", "machine learning", "networks", "operating systems")


def rows(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """So many rows, the same for the same arguments: each question is answered by every model before the next one is.

    Types of questions are mixed, so that few rows have all of them too.
    """
    generator = np.random.default_rng(seed)
    questions = [(f"{kind}-{number}", kind) for kind, several in QUESTIONS.items() for number in range(several)]
    order = generator.permutation(len(questions))
    models = max(FEWEST_MODELS, -(-count // len(questions)))
    for made in range(count):
        question, model = divmod(made, models)
        name, kind = questions[order[question]]
        yield {
            "id": name,
            "type": kind,
            "topic": TOPICS[question % len(TOPICS)],
            "model": f"model-{model:02}",
            "answer_score": float(generator.choice((0, 0.5, 1) if kind in HALF_POINTS else (0, 1))),
            "rationale_score": float(generator.choice((0, 0.5, 1))),
        }
