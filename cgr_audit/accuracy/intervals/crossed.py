"""The variance of a figure over datasets and solvers, where both have effects of their own and cross."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cgr_audit.accuracy.intervals.bootstrap import Layout

__all__ = ["CrossedVariance", "crossed_variances"]


@dataclass(frozen=True, slots=True)
class CrossedVariance:
    """A variance and what it is made of, each of the square of the figure's unit."""

    total: float
    freedom: float
    """Satterthwaite's degrees of freedom."""
    datasets: float
    solvers: float
    single_pairs: float


def crossed_variances(
    layout: Layout, influence: NDArray[np.float64], share: NDArray[np.float64]
) -> tuple[CrossedVariance, ...]:
    """The variance of each figure under random effects of dataset, solver and pair (Cameron, Gelbach and Miller 2011).

    The variance between datasets contains that between single pairs, and so does the one between solvers: it is taken
    off once. In a complete layout this is the analysis of variance's (MSdataset + MSsolver - MSresidual) / pairs. It
    is never less than the larger of the two. Satterthwaite's degrees of freedom (1946) are never fewer than the fewer
    of the two have: for a sum they cannot be, and the part that is taken off would only make them so by chance.

    Args:
        layout: of the pairs.
        influence: each pair's part in each figure's deviation, (pairs, figures); for each figure they add up to 0.
        share: each pair's share of the weight, (pairs,); they add up to 1.
    """
    datasets, dataset_freedom = _between(layout.dataset, influence, share)
    solvers, solver_freedom = _between(layout.solver, influence, share)
    single_pairs, pair_freedom = _within(layout, influence, share)
    fewest = min((freedom for freedom in (dataset_freedom, solver_freedom) if freedom), default=0.0)
    variances = []
    for parts in zip(datasets.tolist(), solvers.tolist(), single_pairs.tolist(), strict=True):
        total = max(parts[0] + parts[1] - parts[2], parts[0], parts[1])
        freedoms = zip(parts, (dataset_freedom, solver_freedom, pair_freedom), strict=True)
        spread = sum(part**2 / freedom for part, freedom in freedoms if freedom > 0)
        variances.append(CrossedVariance(total, max(total**2 / spread, fewest) if spread > 0 else fewest, *parts))
    return tuple(variances)


def _between(
    unit: NDArray[np.intp], influence: NDArray[np.float64], share: NDArray[np.float64]
) -> tuple[NDArray[np.float64], float]:
    """The variance of each figure between units, and its degrees of freedom.

    Deviations are from a mean that the units themselves make up, with unequal weights. What that takes off the
    variance is put back, and the degrees of freedom are those of the quadratic form (Bell and McCaffrey 2002).
    """
    weights = np.bincount(unit, weights=share)
    if np.count_nonzero(weights) < 2:
        return np.zeros(influence.shape[1]), 0.0
    parts = np.stack([np.bincount(unit, weights=column) for column in influence.T])
    deviation = np.eye(len(weights)) - weights[None, :]
    form = deviation.T @ (weights[:, None] ** 2 * deviation)
    expected = float(np.trace(form))
    variance = (parts**2).sum(axis=1) * (weights**2).sum() / expected
    return variance, expected**2 / float((form**2).sum())


def _within(
    layout: Layout, influence: NDArray[np.float64], share: NDArray[np.float64]
) -> tuple[NDArray[np.float64], float]:
    """What is left of single pairs besides additive effects of dataset and solver, and its degrees of freedom."""
    present = share > 0
    effects = np.zeros((int(present.sum()), layout.datasets + layout.solvers))
    line = np.arange(len(effects))
    effects[line, layout.dataset[present]] = 1
    effects[line, layout.datasets + layout.solver[present]] = 1
    deviation = influence[present] / share[present, None]
    fitted, _, rank, _ = np.linalg.lstsq(effects, deviation, rcond=None)
    freedom = len(effects) - int(rank)
    if freedom <= 0:
        return np.zeros(influence.shape[1]), 0.0
    residual = deviation - effects @ fitted
    return (residual**2).sum(axis=0) / freedom * (share**2).sum(), float(freedom)
