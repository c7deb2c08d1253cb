"""How SWS goes with pass@k, threshold by threshold and level by level: over rows, and over intervals of SWS."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.scorecards.rank_correlation import pearson, spearman
from cgr_audit.scorecards.rounded import rounded
from cgr_audit.tables.shortened import NAME_SHOWN
from cgr_audit.tables.table import Column, Kind, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ALL_LEVELS", "Correlation", "correlation_table", "correlations", "sws_intervals"]

ALL_LEVELS = "all"
"""What stands for all rows in a table."""

_INTERVALS = 10
_DECIMALS = 9


@dataclass(frozen=True, slots=True)
class Correlation:
    """SWS against pass@k at one threshold; a coefficient is null where one side does not vary, or there are under 3."""

    threshold: float
    k: int
    rows: int
    spearman: float | None
    """Over rows."""
    pearson: float | None
    intervals: int
    """Of SWS, those that have rows."""
    spearman_of_intervals: float | None
    """Over intervals: mean SWS of their rows against mean pass@k."""
    pearson_of_intervals: float | None
    level: str | None = None
    """Whose rows; nothing for all rows."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order, coefficients rounded to nine decimals."""
        return {
            "threshold": self.threshold,
            "k": self.k,
            "rows": self.rows,
            "spearman": rounded(self.spearman, _DECIMALS),
            "pearson": rounded(self.pearson, _DECIMALS),
            "intervals": self.intervals,
            "spearman_of_intervals": rounded(self.spearman_of_intervals, _DECIMALS),
            "pearson_of_intervals": rounded(self.pearson_of_intervals, _DECIMALS),
            "level": self.level,
        }


def correlations(
    thresholds: Sequence[float],
    sws: Sequence[NDArray[np.float64]],
    passing: Mapping[int, NDArray[np.float64]],
    levels: Mapping[str | None, NDArray[np.bool_]] | None = None,
) -> Iterator[Correlation]:
    """A correlation for each level, threshold and k.

    Args:
        thresholds: in order.
        sws: at each threshold the SWS of each row, NaN where it has none.
        passing: by k the pass@k of each row, NaN where it has none.
        levels: of each level which rows it has; ``None`` stands for all rows, as it does without levels.
    """
    for level, rows in ({None: True} if levels is None else levels).items():
        for threshold, scores in zip(thresholds, sws, strict=True):
            for k, passes in passing.items():
                there = rows & ~np.isnan(scores) & ~np.isnan(passes)
                if there.any():
                    yield _correlation(threshold, k, scores[there], passes[there], level)


def sws_intervals(sws: NDArray[np.float64]) -> dict[str, NDArray[np.bool_]]:
    """Which rows have an SWS in which tenth; those tenths that have rows. A row without SWS is in none."""
    places = _interval_of(sws)
    return {
        f"{place / _INTERVALS:.1f} to {(place + 1) / _INTERVALS:.1f}": places == place
        for place in range(_INTERVALS)
        if (places == place).any()
    }


def correlation_table(found: Sequence[Correlation]) -> Table:
    """A line for each level, threshold and k; levels are named where there are some."""
    has_levels = any(correlation.level is not None for correlation in found)
    columns = (
        *([Column("level", "level", longest=NAME_SHOWN)] if has_levels else []),
        Column("threshold", "threshold", Kind.SHARE),
        Column("k", "k", Kind.COUNT),
        Column("rows", "rows", Kind.COUNT),
        Column("spearman", "Spearman, rows", Kind.NUMBER),
        Column("pearson", "Pearson, rows", Kind.NUMBER),
        Column("intervals", "intervals", Kind.COUNT),
        Column("spearman_of_intervals", "Spearman, intervals", Kind.NUMBER),
        Column("pearson_of_intervals", "Pearson, intervals", Kind.NUMBER),
    )
    note = (
        "Over rows, and over tenths of SWS: the mean SWS of a tenth's rows against their mean pass@k, tenths without "
        "rows left out. Rows have the mean SWS of their samples."
    )
    records = tuple({**one.to_record(), "level": ALL_LEVELS if one.level is None else one.level} for one in found)
    return Table("correlations", "SWS and pass@k", note, columns, records)


def _correlation(
    threshold: float, k: int, sws: NDArray[np.float64], passes: NDArray[np.float64], level: str | None
) -> Correlation:
    places = _interval_of(sws)
    counts = np.bincount(places, minlength=_INTERVALS)
    filled = counts > 0
    means = [np.bincount(places, values, _INTERVALS)[filled] / counts[filled] for values in (sws, passes)]
    return Correlation(
        threshold,
        k,
        len(sws),
        spearman(sws, passes),
        pearson(sws, passes),
        int(filled.sum()),
        spearman(*means),
        pearson(*means),
        level,
    )


def _interval_of(sws: NDArray[np.float64]) -> NDArray[np.intp]:
    """The tenth of each, from 0; 1 belongs to the last, and NaN to none (-1)."""
    # The mean of 0.2 and 0.4 is a little more than 0.3 in floating point, and that of others a little less.
    tenths = np.floor(np.nan_to_num(sws, nan=-1.0) * _INTERVALS + 1e-9)
    return np.clip(tenths, -1, _INTERVALS - 1).astype(np.intp)
