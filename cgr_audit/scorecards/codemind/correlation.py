"""Spearman's rank correlation between right predictions and a number of the program, with a bootstrap over rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.accuracy.intervals.interval import MINIMUM_UNITS, Resampling
from cgr_audit.accuracy.intervals.percentiles import percentile_bounds
from cgr_audit.scorecards.rank_correlation import rank_p_value
from cgr_audit.scorecards.rates import MOST_UNDEFINED
from cgr_audit.scorecards.rounded import rounded

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Correlation", "rank_correlations"]

_CELLS = 400_000
"""Kinds of rows that are drawn for one correlation, at most, over all its resamples."""
_FEWEST = 1_000
"""Resamples that are drawn however many levels there are."""


@dataclass(frozen=True, slots=True)
class Correlation:
    """Spearman's ρ between a number and whether predictions are right."""

    over: str
    """``rows``: the score of each row; ``levels``: the rate of the rows of each value of the number."""
    rows: int
    levels: int
    """How many values the number has."""
    rho: float | None
    """Nothing if all rows have the same score, the number has one value, or there are fewer than three to rank."""
    p_value: float | None
    """Two-sided, for no correlation, as if each row (or level) were a case of its own; nothing if there is no ρ."""
    low: float | None
    high: float | None
    resamples: int
    remark: str | None
    """Why there is no interval, and no ρ either where it is not defined or of fewer than three."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order, numbers rounded to nine decimals."""
        return {
            "over": self.over,
            "rows": self.rows,
            "levels": self.levels,
            "rho": rounded(self.rho, 9),
            "p_value": self.p_value,
            "interval_low": rounded(self.low, 9),
            "interval_high": rounded(self.high, 9),
            "resamples": self.resamples,
            "remark": self.remark,
        }


def rank_correlations(
    numbers: NDArray[np.float64], right: NDArray[np.bool_], resampling: Resampling
) -> tuple[Correlation, Correlation]:
    """The correlation over rows, and that over levels.

    Args:
        numbers: of each row, such as the complexity of its program.
        right: of each row whether the prediction is right.
        resampling: how often rows are drawn, from which seed, and the level of the interval.
    """
    from scipy.stats import rankdata, spearmanr  # noqa: PLC0415  it costs start-up time

    values, places = np.unique(numbers, return_inverse=True)
    counts = np.stack(
        [np.bincount(places[right == outcome], minlength=len(values)) for outcome in (False, True)]
    ).astype(np.float64)
    drawn = _drawn(counts, resampling)

    def correlation(over: str, rho: float, p_value: float, resampled: NDArray[np.float64]) -> Correlation:
        known = resampled[~np.isnan(resampled)]
        remark = None
        if np.isnan(rho):
            remark = "not defined: all scores, or all numbers, are the same"
        elif (len(values) if over == "levels" else len(places)) < MINIMUM_UNITS:
            remark = f"fewer than {MINIMUM_UNITS} {over}"  # two points lie on a line whatever they are
            rho = p_value = np.nan
        elif not len(known):
            remark = "not defined in any resample"
        elif len(resampled) - len(known) > MOST_UNDEFINED * len(resampled):
            remark = f"not defined in {len(resampled) - len(known):,} of {len(resampled):,} resamples"
        low, high = (None if remark else percentile_bounds(known, resampling.level)) or (None, None)
        return Correlation(
            over=over,
            rows=len(places),
            levels=len(values),
            rho=_known(rho),
            p_value=_known(p_value),
            low=low,
            high=high,
            resamples=0 if remark else len(known),
            remark=remark,
        )

    rows = float(_of_rows(counts[None])[0])
    levels = float(_of_levels(counts[None], rankdata)[0])
    rates = counts[1] / counts.sum(axis=0) if len(values) else counts[1]
    p_rows = rank_p_value(rows, rankdata(numbers), rankdata(right), lambda: float(spearmanr(numbers, right).pvalue))
    p_levels = rank_p_value(levels, rankdata(values), rankdata(rates), lambda: float(spearmanr(values, rates).pvalue))
    return (
        correlation("rows", rows, p_rows, _of_rows(drawn)),
        correlation("levels", levels, p_levels, _of_levels(drawn, rankdata)),
    )


def _drawn(counts: NDArray[np.float64], resampling: Resampling) -> NDArray[np.float64]:
    """How many rows of each score and level each resample has, of shape (resamples, 2, levels)."""
    total = int(counts.sum())
    if total == 0:
        return np.zeros((0, *counts.shape))
    resamples = min(resampling.resamples, max(_FEWEST, _CELLS // counts.size))
    generator = np.random.Generator(np.random.PCG64(np.random.SeedSequence(resampling.seed)))
    drawn = generator.multinomial(total, counts.ravel() / total, size=resamples)
    return drawn.reshape(resamples, *counts.shape).astype(np.float64)


def _of_rows(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """ρ over rows from counts of shape (resamples, 2, levels).

    Rows of a level share the mean of their ranks; of a score that is 0 or 1 the ranks are a linear function of it.
    """
    rows = counts.sum(axis=1)
    ranks = np.cumsum(rows, axis=1) - (rows - 1) / 2
    total = rows.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = counts[:, 1].sum(axis=1) / total
        deviation = ranks - (total[:, None] + 1) / 2
        covariance = (counts[:, 1] * deviation).sum(axis=1) / total
        variance = (rows * deviation**2).sum(axis=1) / total
        product = variance * share * (1 - share)
        rho: NDArray[np.float64] = np.where(product > 0, covariance / np.sqrt(product), np.nan)
    return rho


def _of_levels(counts: NDArray[np.float64], rankdata: Any) -> NDArray[np.float64]:
    """ρ over levels, likewise: of those that have rows, the rank of the number with that of the rate."""
    rows = counts.sum(axis=1)
    present = rows > 0
    with np.errstate(invalid="ignore", divide="ignore"):
        rates = np.where(present, counts[:, 1] / rows, np.nan)
    if not rates.size:
        return np.full(len(counts), np.nan)
    by_rate = rankdata(rates, axis=1, nan_policy="omit")
    by_number = np.where(present, np.cumsum(present, axis=1), np.nan)
    with np.errstate(invalid="ignore", divide="ignore"):
        middle = (present.sum(axis=1, keepdims=True) + 1) / 2
        first, second = (np.where(present, ranks - middle, 0.0) for ranks in (by_number, by_rate))
        product = (first**2).sum(axis=1) * (second**2).sum(axis=1)
        rho: NDArray[np.float64] = np.where(product > 0, (first * second).sum(axis=1) / np.sqrt(product), np.nan)
    return rho


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
