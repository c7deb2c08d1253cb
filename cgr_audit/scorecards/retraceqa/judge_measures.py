"""The figures of a judge: correct, error and F1 (Molfese et al. 2025), and on which side of the error it blames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.scorecards.rates import Measure, Value, ratio
from cgr_audit.scorecards.retraceqa.judgements import NO_ERROR

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["JUDGED", "UNPARSEABLE", "averaged_measures", "case_sums", "dataset_measures", "f1", "mean"]

JUDGED, UNPARSEABLE, _ALL_SOUND, _ALL_FLAWED, _FIRST_BLOCK = range(5)
_SOUND, _SOUND_FOUND, _FLAWED, _EXACT, _TOO_EARLY, _TOO_LATE, _MISSED = range(7)
_BLOCK = 7
_OF_FLAWED = "Share of the traces with an error"
_SHARES = (
    ("correct_found", "correct", "Share of the traces without an error that the judge says are without one", _SOUND, 1),
    ("error_found", "error", f"{_OF_FLAWED} whose first one the judge names exactly", _FLAWED, 1),
    ("too_early", "too early", f"{_OF_FLAWED} for which the judge blames an earlier step", _FLAWED, 2),
    ("too_late", "too late", f"{_OF_FLAWED} for which the judge blames a later step", _FLAWED, 3),
    ("missed", "missed", f"{_OF_FLAWED} that the judge says are without one", _FLAWED, 4),
)
"""Key, label, meaning; in the block of a dataset the column of the traces that it rests on, and how far behind it that
of those that it counts."""
_F1 = "Harmonic mean of correct and error"
_AVERAGE = "; the unweighted mean over datasets."


def case_sums(
    datasets: int,
    dataset: NDArray[np.intp],
    first_error: NDArray[np.intp],
    predicted: NDArray[np.float64],
) -> NDArray[np.float64]:
    """What each judgement adds to each column, of shape (judgements, columns).

    Args:
        datasets: how many there are.
        dataset: the number of the trace's.
        first_error: where it is; ``NO_ERROR`` where there is none.
        predicted: where the judge says it is; NaN where that could not be parsed.
    """
    sums = np.zeros((len(dataset), _FIRST_BLOCK + _BLOCK * datasets))
    sound = first_error == NO_ERROR
    sums[:, JUDGED] = 1
    sums[:, UNPARSEABLE] = np.isnan(predicted)
    sums[:, _ALL_SOUND], sums[:, _ALL_FLAWED] = sound, ~sound
    of_block = {
        _SOUND: sound,
        _SOUND_FOUND: sound & (predicted == NO_ERROR),
        _FLAWED: ~sound,
        _EXACT: ~sound & (predicted == first_error),
        _TOO_EARLY: ~sound & (predicted >= 0) & (predicted < first_error),
        _TOO_LATE: ~sound & (predicted > first_error),
        _MISSED: ~sound & (predicted == NO_ERROR),
    }
    for column, values in of_block.items():
        sums[np.arange(len(dataset)), _FIRST_BLOCK + _BLOCK * dataset + column] = values
    return sums


def dataset_measures(dataset: int) -> tuple[Measure, ...]:
    """The figures of one dataset."""
    block = _FIRST_BLOCK + _BLOCK * dataset
    shares = [
        Measure(
            key,
            label,
            f"{meaning}.",
            ratio(block + whole + part, block + whole),
            _ALL_SOUND if whole == _SOUND else _ALL_FLAWED,
            block + whole + part,
        )
        for key, label, meaning, whole, part in _SHARES
    ]
    both = f1(shares[0].value, shares[1].value)
    return (Measure("f1", "F1", f"{_F1}.", both, JUDGED), *shares, _unparseable())


def averaged_measures(datasets: int, total: NDArray[np.float64]) -> tuple[Measure, ...]:
    """The unweighted means of the figures of datasets, of each figure over those for which it is defined.

    Args:
        datasets: how many there are.
        total: the sums of all judgements of the judge.
    """
    of_datasets = [dataset_measures(dataset)[:-1] for dataset in range(datasets)]
    found = []
    for several in zip(*of_datasets, strict=True):
        first = several[0]
        values = [one.value for one in several if not np.isnan(one.value(total))]
        meaning = first.meaning.removesuffix(".") + _AVERAGE
        found.append(Measure(first.key, first.label, meaning, mean(values), first.rows))
    return (*found, _unparseable())


def f1(first: Value, second: Value) -> Value:
    """The harmonic mean of two figures: 0 where both are 0, not defined where one of them is not."""

    def value(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        one, other = first(sums), second(sums)
        both = one + other
        with np.errstate(invalid="ignore", divide="ignore"):
            found: NDArray[np.float64] = np.where(both == 0, 0.0, 2 * one * other / both)
        return found

    return value


def mean(values: Sequence[Value]) -> Value:
    """The unweighted mean of figures, not defined where there are none or one of them is not."""

    def value(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        if not values:
            return np.full(sums.shape[:-1], np.nan)
        found: NDArray[np.float64] = np.mean([one(sums) for one in values], axis=0)
        return found

    return value


def _unparseable() -> Measure:
    return Measure(
        "unparseable",
        "unparseable",
        "Share of what the judge said that could not be parsed; it counts as wrong.",
        ratio(UNPARSEABLE, JUDGED),
        JUDGED,
        UNPARSEABLE,
    )
