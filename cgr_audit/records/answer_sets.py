"""Whether the answers of many rows are among the texts that belong to their items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from cgr_audit.records.result_columns import Numbers

__all__ = ["Truths", "is_among"]

Truths: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.bool_]]"


def is_among(item: Numbers, answer: Numbers, answers: Sequence[str], texts: Sequence[Sequence[str]]) -> Truths:
    """Whether each answer is among the texts of its item; never where there is no answer.

    Args:
        item: for each row the place of its item in ``texts``.
        answer: for each row the place of its answer in ``answers``; -1 where it has none.
        answers: the different answers.
        texts: for each item the texts that are looked for.
    """
    place = {text: number for number, text in enumerate(answers)}
    width = max(len(answers), 1)
    pairs = [number * width + place[text] for number, known in enumerate(texts) for text in known if text in place]
    found: Truths = np.isin(item * width + answer, np.array(pairs, dtype=np.int64)) & (answer >= 0)
    return found
