"""Whether the answers of many rows are among the texts that belong to their items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from cgr_audit.records.result_columns import Numbers

__all__ = ["Truths", "is_among"]

_LARGEST_MATRIX = 1 << 26
"""Bytes of a table of sets of texts by answers; above it, pairs are searched for."""

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
    sets = {known: number for number, known in enumerate(dict.fromkeys(map(tuple, texts)))}
    set_of = np.array([sets[tuple(known)] for known in texts], dtype=np.int64)[item]
    width = len(answers) + 1  # the last place is that of no answer, which -1 leads to
    pairs = [number * width + place[text] for known, number in sets.items() for text in known if text in place]
    if len(sets) * width <= _LARGEST_MATRIX:
        matrix = np.zeros(len(sets) * width, dtype=bool)
        matrix[pairs] = True
        found: Truths = matrix[set_of * width + np.where(answer < 0, width - 1, answer)]
        return found
    return np.isin(set_of * width + answer, np.array(pairs, dtype=np.int64)) & (answer >= 0)
