"""Whether the answers of many rows are among the texts that belong to their items."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from cgr_audit.records.result_columns import Numbers

__all__ = ["TextSets", "Truths", "fold_text", "is_among", "text_sets"]

_LARGEST_MATRIX = 1 << 26
"""Bytes of a table of sets of texts by answers; above it, pairs are searched for."""

Truths: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.bool_]]"


@dataclass(frozen=True, slots=True, eq=False)
class TextSets:
    """The texts that belong to each item, such as its options' ids; most items share theirs with many others."""

    different: tuple[tuple[str, ...], ...]
    of: Numbers
    """For each item, which of them are its texts."""


def text_sets(texts: Iterable[tuple[str, ...]]) -> TextSets:
    """The texts of each item, with those that are the same held once."""
    known: dict[tuple[str, ...], int] = {}
    of = [known.setdefault(one, len(known)) for one in texts]
    return TextSets(tuple(known), np.array(of, dtype=np.int64))


def fold_text(text: str) -> str:
    """A text without what may differ between an answer and the option that is meant: case, and blanks around it."""
    return text.strip().casefold()


def is_among(item: Numbers, answer: Numbers, answers: Sequence[str], texts: TextSets) -> Truths:
    """Whether each answer is among the texts of its item; never where there is no answer.

    Args:
        item: for each row the place of its item in ``texts``.
        answer: for each row the place of its answer in ``answers``; -1 where it has none.
        answers: the different answers.
        texts: those that are looked for.
    """
    place = {text: number for number, text in enumerate(answers)}
    set_of = texts.of[item]
    width = len(answers) + 1  # the last place is that of no answer, which -1 leads to
    pairs = [
        number * width + place[text] for number, known in enumerate(texts.different) for text in known if text in place
    ]
    size = len(texts.different) * width
    if size <= _LARGEST_MATRIX:
        matrix = np.zeros(size, dtype=bool)
        matrix[pairs] = True
        found: Truths = matrix[set_of * width + np.where(answer < 0, width - 1, answer)]
        return found
    return np.isin(set_of * width + answer, np.array(pairs, dtype=np.int64)) & (answer >= 0)
