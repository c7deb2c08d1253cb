"""Predicted steps held against reference steps, in order: Algorithm 1 of CodeStepsEval (Cao et al. 2024)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.scorecards.codesteps.similarity.similarity import Compare
from cgr_audit.scorecards.codesteps.step_lists import StepLists

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Aligned", "Pointer", "align"]

_AT_A_TIME = 50_000
"""Predictions that are aligned together; how many pairs of steps are held at a time follows from it."""


class Pointer(StrEnum):
    """Where the search goes on after a reference step that no predicted step matches."""

    PRINTED = "printed"
    """Nowhere: the search has run to the end of the predicted steps, and later reference steps get nothing."""
    RESET = "reset"
    """Where the search for that step began."""


@dataclass(frozen=True, slots=True, eq=False)
class Aligned:
    """How many steps are matched, and how well, for every threshold and prediction."""

    correct: NDArray[np.int64]
    """Reference steps that are matched, of shape (thresholds, predictions)."""
    similarity: NDArray[np.float64]
    """The sum of the similarities of matched steps, likewise."""


def align(
    references: StepLists,
    predictions: StepLists,
    compare: Compare,
    thresholds: Sequence[float],
    pointer: Pointer,
) -> Aligned:
    """Align predictions with their references.

    Reference steps are taken in order. Each is matched by the first predicted step at or behind the pointer whose
    similarity is at least the threshold, and the pointer moves behind that one.

    Args:
        references: of each prediction the reference steps.
        predictions: the predicted steps.
        compare: the similarity of steps by their numbers.
        thresholds: the least similarities of a match; each is a run of its own.
        pointer: what happens where nothing matches.
    """
    lists = len(predictions.counts)
    correct = np.zeros((len(thresholds), lists), dtype=np.int64)
    similarity = np.zeros((len(thresholds), lists))
    for start in range(0, lists, _AT_A_TIME):
        part = slice(start, start + _AT_A_TIME)
        _align(
            references.of(part),
            predictions.of(part),
            compare,
            thresholds,
            pointer,
            correct[:, part],
            similarity[:, part],
        )
    return Aligned(correct, similarity)


def _align(
    references: StepLists,
    predictions: StepLists,
    compare: Compare,
    thresholds: Sequence[float],
    pointer: Pointer,
    correct: NDArray[np.int64],
    similarity: NDArray[np.float64],
) -> None:
    """One reference step after the other, of all predictions at once."""
    wanted, ends = references.counts, predictions.counts
    places = np.zeros(correct.shape, dtype=np.intp)
    for number in range(wanted.max(initial=0)):
        first = places.min(axis=0)
        # Nothing behind the last predicted step can match, whatever the threshold.
        alive = np.flatnonzero((wanted > number) & (first < ends))
        if not len(alive):
            continue
        steps = references.numbers[references.starts[alive] + number]
        searched = _Searched.of(steps, predictions, alive, first[alive], compare)
        for row, threshold in enumerate(thresholds):
            found, place, value = searched.first_match(places[row, alive], threshold)
            matched = alive[found]
            correct[row, matched] += 1
            similarity[row, matched] += value[found]
            places[row, matched] = place[found] + 1
            if pointer is Pointer.PRINTED:
                missed = alive[~found]
                places[row, missed] = ends[missed]


@dataclass(frozen=True, slots=True, eq=False)
class _Searched:
    """One reference step of each prediction next to the predicted steps that it may match, all in one line."""

    values: NDArray[np.float64]
    """The similarity of each pair."""
    places: NDArray[np.intp]
    """Of each pair the number of the predicted step."""
    counts: NDArray[np.intp]
    """Of each prediction how many pairs it has, at least one."""
    starts: NDArray[np.intp]
    """Where the pairs of each prediction start."""
    first: NDArray[np.intp]
    """Of each prediction the number of its first predicted step here."""

    @classmethod
    def of(
        cls,
        steps: NDArray[np.intp],
        predictions: StepLists,
        chosen: NDArray[np.intp],
        first: NDArray[np.intp],
        compare: Compare,
    ) -> _Searched:
        counts = predictions.counts[chosen] - first
        starts = np.cumsum(counts) - counts
        places = np.arange(counts.sum()) - np.repeat(starts - first, counts)
        offered = predictions.numbers[np.repeat(predictions.starts[chosen], counts) + places]
        return cls(_each_pair_once(compare, np.repeat(steps, counts), offered), places, counts, starts, first)

    def first_match(
        self, pointers: NDArray[np.intp], threshold: float
    ) -> tuple[NDArray[np.bool_], NDArray[np.intp], NDArray[np.float64]]:
        """Whether there is a match at or behind the pointer, and where there is, its place and similarity."""
        nowhere = np.iinfo(np.intp).max
        matching = (self.values >= threshold) & (self.places >= np.repeat(pointers, self.counts))
        place = np.minimum.reduceat(np.where(matching, self.places, nowhere), self.starts)
        found = place < nowhere
        at = np.where(found, self.starts + place - self.first, 0)
        return found, place, self.values[at]


def _each_pair_once(compare: Compare, first: NDArray[np.intp], second: NDArray[np.intp]) -> NDArray[np.float64]:
    """What comparing gives, asked once for pairs that are there many times, as samples of one problem have them."""
    pairs, places = np.unique(first * (second.max() + 1) + second, return_inverse=True)
    return compare(*np.divmod(pairs, second.max() + 1))[places]
