"""Rank correlations of two figures: Spearman's ρ and Kendall's τ-b, with their p-values."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.accuracy.intervals.interval import MINIMUM_UNITS
from cgr_audit.scorecards.rounded import rounded

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["RankCorrelation", "pearson", "rank_correlation", "rank_p_value", "spearman"]

_DECIMALS = 9
_SAME = 11
"""Decimals to which values of one rank agree: 0.3 and the mean of 0.2 and 0.4 differ in floating point."""
_MOST_ORDERED = 8
"""Ranks of which every order is tried for a p-value; by t, eight in perfect order would have one of zero."""
_ALIKE = 1e-12
"""Correlations that differ by less are the same."""


@dataclass(frozen=True, slots=True)
class RankCorrelation:
    """Two coefficients to nine decimals, with two-sided p-values; nothing where they are not defined."""

    rho: float | None = None
    rho_p_value: float | None = None
    tau: float | None = None
    tau_p_value: float | None = None


def rank_correlation(
    first: Sequence[float] | NDArray[np.float64], second: Sequence[float] | NDArray[np.float64]
) -> RankCorrelation:
    """Spearman's ρ and Kendall's τ-b of fewer than three values are not defined, nor where one side does not vary."""
    from scipy.stats import kendalltau, spearmanr  # noqa: PLC0415  it costs start-up time

    one, other = _ranks(first), _ranks(second)
    rho = pearson(one, other)
    if rho is None:
        return RankCorrelation()
    tau = kendalltau(one, other)
    return RankCorrelation(
        rounded(rho, _DECIMALS),
        rank_p_value(rho, one, other, lambda: float(spearmanr(one, other).pvalue)),
        rounded(float(tau.statistic), _DECIMALS),
        float(tau.pvalue),
    )


def spearman(first: NDArray[np.float64], second: NDArray[np.float64]) -> float | None:
    """Spearman's ρ alone, likewise, not rounded."""
    return pearson(_ranks(first), _ranks(second))


def pearson(first: NDArray[np.float64], second: NDArray[np.float64]) -> float | None:
    """Pearson's correlation, likewise."""
    if len(first) < MINIMUM_UNITS or np.ptp(first) < _ALIKE or np.ptp(second) < _ALIKE:
        return None
    return float(np.corrcoef(first, second)[0, 1])


def rank_p_value(
    rho: float, first: NDArray[np.float64], second: NDArray[np.float64], approximate: Callable[[], float]
) -> float:
    """The share of all orders that correlate as strongly; of many ranks the approximation by t.

    That has a p-value of zero for ranks in perfect order, of which there are few orders where scores are 0 or 1.
    """
    if np.isnan(rho):
        return np.nan
    if len(first) <= _MOST_ORDERED:
        numbers, others = first - first.mean(), second - second.mean()
        found = others[_orders(len(others))] @ numbers / np.sqrt((numbers**2).sum() * (others**2).sum())
        return float((np.abs(found) >= abs(rho) - _ALIKE).mean())
    kinds, counts = np.unique(second, return_counts=True)
    if abs(rho) > 1 - _ALIKE and len(kinds) == 2:
        alike = 2 if counts[0] == counts[1] else 1
        return alike / math.comb(len(second), int(counts[0]))
    return approximate()


@cache
def _orders(length: int) -> NDArray[np.intp]:
    """Every order of so many places, a line each; there are few lengths, and groups by the hundred that want one."""
    found = np.array(list(permutations(range(length))), dtype=np.intp)
    found.setflags(write=False)
    return found


def _ranks(values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    from scipy.stats import rankdata  # noqa: PLC0415  it costs start-up time

    ranks: NDArray[np.float64] = rankdata(np.round(values, _SAME))
    return ranks
