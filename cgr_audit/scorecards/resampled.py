"""What rows add to figures, summed over resampled rows (Efron and Tibshirani 1993)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
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
_CELLS = 1 << 20
"""Draws held at a time."""
_AT_HAND = 1 << 15
"""Draws counted at a time: so many stay where a processor has them at hand, which is several times as fast."""
_WORTH_A_THREAD = 1 << 22
"""Draws that take longer than to start a thread for them."""
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
    found = np.zeros((resampling.resamples, summed.sums.shape[1]))
    for number in np.unique(within):
        found += _drawn(summed, places[within == number], resampling.resamples, generator)
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
    at_a_time = max(1, _CELLS // rows)
    sizes = [min(at_a_time, resamples - start) for start in range(0, resamples, at_a_time)]
    return np.concatenate([weighted_sums(_times(drawn), sums) for drawn in _draws(generator, rows, sizes)])


def _draws(generator: np.random.Generator, rows: int, sizes: Sequence[int]) -> Iterator[NDArray[np.uint32]]:
    """The numbers of the rows drawn, in blocks of so many resamples; the same however the blocks are cut."""

    def draw(size: int) -> NDArray[np.uint32]:
        return generator.integers(0, rows, size=(size, rows), dtype=np.uint32)

    if sum(sizes) * rows < _WORTH_A_THREAD:
        yield from map(draw, sizes)
        return
    # The next block is drawn while one is counted and summed: neither keeps the other from a processor of its own.
    with ThreadPoolExecutor(max_workers=1) as thread:
        drawing = thread.submit(draw, sizes[0])
        for size in sizes[1:]:
            drawn, drawing = drawing.result(), thread.submit(draw, size)
            yield drawn
        yield drawing.result()


def _times(drawn: NDArray[np.uint32]) -> NDArray[np.float64]:
    """How often each row was drawn in each resample."""
    resamples, rows = drawn.shape
    times = np.empty((resamples, rows))
    together = max(1, _AT_HAND // rows)
    for start in range(0, resamples, together):
        part = drawn[start : start + together]
        numbers = part if len(part) == 1 else part + rows * np.arange(len(part))[:, None]
        times[start : start + together] = np.bincount(numbers.ravel(), minlength=part.size).reshape(part.shape)
    return times
