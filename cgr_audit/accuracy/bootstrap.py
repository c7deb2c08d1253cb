"""The percentile bootstrap over pairs, datasets, solvers, and datasets and solvers at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.accuracy.interval import Method, Resampling

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["Layout", "bootstrap", "layout_of", "pair_weights"]

_CELLS = 1 << 20
"""Weights held at a time: resamples times pairs."""

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


def layout_of(counts: pd.DataFrame) -> Layout:
    """The layout of pair counts."""
    dataset, solver = (
        np.unique(counts[name].to_numpy(dtype=str), return_inverse=True)[1] for name in ("dataset", "solver")
    )
    return Layout(dataset.astype(np.intp), solver.astype(np.intp))


def bootstrap(
    layout: Layout,
    sums: NDArray[np.float64],
    statistic: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    method: Method,
    resampling: Resampling,
) -> NDArray[np.float64]:
    """Resample the units of a method and compute a statistic of each resample.

    Args:
        layout: of the pairs.
        sums: what each pair adds, of shape (pairs, columns). For a difference of two groups that are resampled
            together, the columns of both.
        statistic: from summed columns, (resamples, columns), to measures, (resamples, measures); NaN where undefined.
        method: one that resamples.
        resampling: how often, and from which seed.

    Returns:
        The measures of each resample, of shape (resamples, measures). The same seed gives the same.
    """
    return np.concatenate([statistic(weights @ sums) for weights in pair_weights(layout, method, resampling)])


def pair_weights(layout: Layout, method: Method, resampling: Resampling) -> Iterator[NDArray[np.float64]]:
    """How often each pair is in each resample, as blocks of shape (some resamples, pairs).

    Over datasets, a pair weighs as often as its dataset was drawn; two-way, as often as its dataset times as often as
    its solver (Owen 2007). Memory is bounded by the size of a block.
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


def _times_drawn(generator: np.random.Generator, units: int, size: int) -> NDArray[np.float64]:
    """As many draws with replacement as there are units, ``size`` times; how often each was drawn."""
    drawn = generator.integers(0, units, size=(size, units))
    drawn += np.arange(size)[:, None] * units
    return np.bincount(drawn.ravel(), minlength=size * units).reshape(size, units).astype(np.float64)
