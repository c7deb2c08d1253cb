"""The percentile bootstrap over pairs, datasets, solvers, and datasets and solvers at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.accuracy.intervals.interval import Method, Resampling

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Drawn", "Layout", "bootstrap", "layout_of", "pair_weights", "weighted_sums"]

_CELLS = 1 << 20
"""Weights held at a time: resamples times pairs."""

_PRODUCT = 1 << 18
"""Multiplications of one matrix product: OpenBLAS wakes its threads for more, which then spin while they wait."""

_AT_ONCE = 8
"""Resamples that are multiplied at once at least: with fewer, a product waits for memory."""

_KEPT_CELLS = 1 << 22
"""Weights of one method that are kept for further groups."""

_STREAMS = {"pair": 0, "dataset": 1, "solver": 2}
"""Each kind of unit draws from a stream of its own, so that which methods are asked for changes no interval."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Which dataset and which solver each pair belongs to, by number from 0."""

    dataset: NDArray[np.intp]
    solver: NDArray[np.intp]

    @property
    def pairs(self) -> int:
        """How many pairs there are; some combinations of dataset and solver may be missing."""
        return len(self.dataset)

    @property
    def datasets(self) -> int:
        """How many datasets there are."""
        return int(self.dataset.max(initial=-1)) + 1

    @property
    def solvers(self) -> int:
        """How many solvers there are."""
        return int(self.solver.max(initial=-1)) + 1


def layout_of(pairs: Sequence[tuple[str, str]]) -> Layout:
    """The layout of pairs of a dataset and a solver, given by their names."""
    numbers = []
    for names in ([dataset for dataset, _ in pairs], [solver for _, solver in pairs]):
        number = {name: place for place, name in enumerate(sorted(set(names)))}
        numbers.append(np.array([number[name] for name in names], dtype=np.intp))
    return Layout(*numbers)


def bootstrap(
    weights: Iterable[NDArray[np.float64]],
    sums: NDArray[np.float64],
    statistic: Callable[[NDArray[np.float64]], NDArray[np.float64]],
) -> NDArray[np.float64]:
    """Compute a statistic of each resample.

    Args:
        weights: how often each pair is in each resample, in blocks of shape (some resamples, pairs).
        sums: what each pair adds, of shape (pairs, columns). For a difference of two groups that are resampled
            together, the columns of both.
        statistic: from summed columns, (resamples, columns), to measures, (resamples, measures); NaN where undefined.

    Returns:
        The measures of each resample, of shape (resamples, measures).
    """
    return np.concatenate([statistic(weighted_sums(block, sums)) for block in weights])


class Drawn:
    """Resamples of pairs, drawn once for the figures of many groups of rows.

    Args:
        pairs: dataset and solver of each; all those of the whole of which the groups are parts.
        resampling: how often, and from which seed.
    """

    def __init__(self, pairs: Sequence[tuple[str, str]], resampling: Resampling) -> None:
        self.pairs = tuple(pairs)
        self.layout = layout_of(self.pairs)
        self.resampling = resampling
        self._kept: dict[Method, tuple[NDArray[np.float64], ...]] = {}

    def weights(self, method: Method) -> Iterable[NDArray[np.float64]]:
        """The blocks of ``pair_weights``; kept for the next group where they are not too many."""
        if self.layout.pairs * self.resampling.resamples > _KEPT_CELLS:
            return pair_weights(self.layout, method, self.resampling)
        if method not in self._kept:
            self._kept[method] = tuple(pair_weights(self.layout, method, self.resampling))
        return self._kept[method]


def pair_weights(layout: Layout, method: Method, resampling: Resampling) -> Iterator[NDArray[np.float64]]:
    """How often each pair is in each resample, as blocks of shape (some resamples, pairs).

    Over datasets, a pair weighs as often as its dataset was drawn; two-way, as often as its dataset times as often as
    its solver (Owen 2007). Memory is bounded by the size of a block. The same seed gives the same, however the blocks
    are cut.
    """
    at_a_time = max(1, _CELLS // max(1, layout.pairs, layout.datasets, layout.solvers))
    pairs, datasets, solvers = (
        np.random.Generator(np.random.PCG64(np.random.SeedSequence(resampling.seed, spawn_key=(stream,))))
        for stream in _STREAMS.values()
    )
    for start in range(0, resampling.resamples, at_a_time):
        size = min(at_a_time, resampling.resamples - start)
        match method:
            case Method.PAIRS:
                yield _times_drawn(pairs, layout.pairs, size)
            case Method.DATASETS:
                yield _times_drawn(datasets, layout.datasets, size)[:, layout.dataset]
            case Method.SOLVERS:
                yield _times_drawn(solvers, layout.solvers, size)[:, layout.solver]
            case Method.TWO_WAY:
                by_dataset = _times_drawn(datasets, layout.datasets, size)[:, layout.dataset]
                yield by_dataset * _times_drawn(solvers, layout.solvers, size)[:, layout.solver]
            case _:
                raise ValueError(f"{method.label} does not resample")


def weighted_sums(weights: NDArray[np.float64], sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sums of each resample: the matrix product, some resamples and some units at a time.

    Args:
        weights: how often each unit is in each resample, of shape (resamples, units).
        sums: what each unit adds, of shape (units, columns).
    """
    at_a_time = max(_AT_ONCE, _PRODUCT // max(1, sums.size))
    return np.concatenate(
        [_product(weights[start : start + at_a_time], sums) for start in range(0, len(weights), at_a_time)]
    )


def _product(weights: NDArray[np.float64], sums: NDArray[np.float64]) -> NDArray[np.float64]:
    units = max(1, _PRODUCT // max(1, len(weights) * sums.shape[1]))
    if units >= len(sums):
        return weights @ sums
    found = np.zeros((len(weights), sums.shape[1]))
    for start in range(0, len(sums), units):
        found += weights[:, start : start + units] @ sums[start : start + units]
    return found


def _times_drawn(generator: np.random.Generator, units: int, size: int) -> NDArray[np.float64]:
    """As many draws with replacement as there are units, ``size`` times; how often each was drawn."""
    drawn = generator.integers(0, units, size=(size, units))
    drawn += np.arange(size)[:, None] * units
    return np.bincount(drawn.ravel(), minlength=size * units).reshape(size, units).astype(np.float64)
