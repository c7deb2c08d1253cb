"""What rows add to figures, summed over rows that are drawn anew (Efron and Tibshirani 1993)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.accuracy.intervals.bootstrap import weighted_sums
from cgr_audit.accuracy.intervals.interval import Resampling

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Summed", "resampled_sums"]

_DRAWS = 100_000_000
"""Rows drawn for one division into groups, at most."""
_FEWEST = 1_000
"""Resamples that are drawn however many rows there are."""
_CELLS = 1 << 22
"""Draws held at a time."""
_AT_HAND = 1 << 15
"""Draws counted at a time: so many stay where a processor has them at hand, which is several times as fast."""
_DRAWS_PER_KIND = 16
"""Drawing how often a kind of row is there costs as much as drawing so many rows."""
_FEW_KINDS = 16
"""Drawing how often each of so many kinds is there costs no more than drawing any number of rows."""


@dataclass(frozen=True, slots=True, eq=False)
class Summed:
    """What rows add to every column, with rows that add the same filed as one kind."""

    sums: NDArray[np.float64]
    """Of each row, of shape (rows, columns)."""
    kind: NDArray[np.intp]
    """Of each row the number of its kind, from 0."""
    kinds: NDArray[np.float64]
    """What a row of each kind adds, of shape (kinds, columns)."""

    @classmethod
    def of(cls, sums: NDArray[np.float64]) -> Summed:
        """File rows by what they add."""
        import pandas as pd  # noqa: PLC0415  it costs start-up time

        columns = range(sums.shape[1])
        alike = pd.DataFrame(sums, columns=columns).groupby(list(columns), sort=False)
        kind = alike.ngroup().to_numpy().astype(np.intp)
        _, first = np.unique(kind, return_index=True)
        return cls(sums, kind, sums[first])

    def affordable(self, resampling: Resampling) -> Resampling:
        """Fewer resamples where very many rows must be drawn one by one; every interval says how many it had."""
        if _few_kinds(len(self.kinds), len(self.sums)):
            return resampling
        return replace(resampling, resamples=min(resampling.resamples, max(_FEWEST, _DRAWS // len(self.sums))))


def resampled_sums(
    summed: Summed,
    places: NDArray[np.intp],
    resampling: Resampling,
    strata: NDArray[np.intp] | None = None,
) -> NDArray[np.float64]:
    """The sums of each resample, of shape (resamples, columns).

    As many rows as there are are drawn with replacement, within each stratum. Where there are few kinds of rows, how
    often each kind is drawn is drawn at once, which has the same distribution.
    """
    generator = np.random.Generator(np.random.PCG64(np.random.SeedSequence(resampling.seed)))
    if strata is None:
        return _drawn(summed, places, resampling.resamples, generator)
    within = strata[places]
    parts = [places[within == number] for number in np.unique(within)]
    found: NDArray[np.float64] = np.sum(
        [_drawn(summed, part, resampling.resamples, generator) for part in parts], axis=0
    )
    return found


def _few_kinds(kinds: int, rows: int) -> bool:
    return kinds <= _FEW_KINDS or kinds * _DRAWS_PER_KIND <= rows


def _drawn(
    summed: Summed, places: NDArray[np.intp], resamples: int, generator: np.random.Generator
) -> NDArray[np.float64]:
    present, counts = np.unique(summed.kind[places], return_counts=True)
    rows = len(places)
    if _few_kinds(len(present), rows):
        times = generator.multinomial(rows, counts / rows, size=resamples)
        return weighted_sums(times.astype(np.float64), summed.kinds[present])
    sums = summed.sums[places]
    found = np.empty((resamples, sums.shape[1]))
    weights = np.empty((min(resamples, max(1, _CELLS // rows)), rows))
    for start in range(0, resamples, len(weights)):
        size = min(len(weights), resamples - start)
        _weigh(weights[:size], generator)
        found[start : start + size] = weights[:size] @ sums
    return found


def _weigh(weights: NDArray[np.float64], generator: np.random.Generator) -> None:
    """Draw as many rows as there are for each resample, and write how often each was drawn."""
    resamples, rows = weights.shape
    together = max(1, _AT_HAND // rows)
    for start in range(0, resamples, together):
        size = min(together, resamples - start)
        drawn = generator.integers(0, rows, size=(size, rows)) + rows * np.arange(size)[:, None]
        weights[start : start + size] = np.bincount(drawn.ravel(), minlength=size * rows).reshape(size, rows)
