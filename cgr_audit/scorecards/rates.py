"""Rates over rows, each with an interval by the percentile bootstrap over rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.accuracy.intervals.interval import FEW_UNITS, MINIMUM_UNITS, Resampling
from cgr_audit.accuracy.intervals.percentiles import percentile_bounds
from cgr_audit.plural import counted
from cgr_audit.scorecards.resampled import Summed, resampled_sums
from cgr_audit.scorecards.rounded import rounded

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "MANY_UNDEFINED",
    "METHOD",
    "MOST_UNDEFINED",
    "Figure",
    "Measure",
    "Point",
    "RowInterval",
    "Shown",
    "figures",
    "ratio",
]

METHOD = "rows"
"""Rows are resampled, each as if it were a case of its own (Efron and Tibshirani 1993)."""

MANY_UNDEFINED = 0.05
"""Where a figure is undefined in a greater share of resamples, its interval says so: it is that of the others."""
MOST_UNDEFINED = 0.5
"""Where in a greater share, there is a refusal in place of an interval."""

_DECIMALS = 12
"""Of a fraction; what follows is rounding."""

Value = Callable[["NDArray[np.float64]"], "NDArray[np.float64]"]


class Shown(StrEnum):
    """Where a measure is to be found."""

    EVERYWHERE = "everywhere"
    """Among the overall figures, and in every table of groups."""
    STORED = "stored"
    """In tables of groups too, but only in those that are files for programs."""
    OVERALL = "overall"
    """Of all rows alone: there are too many of its kind to have them for each group."""


@dataclass(frozen=True, slots=True)
class Point:
    """A place on a curve, such as pass@k at k = 5."""

    curve: str
    """The name of the curve, which is a table of its own."""
    series: str
    """What is drawn against it, such as ``pass@k``."""
    at: float | str


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure of a group of rows, made of the sums of what each row adds."""

    key: str
    label: str
    meaning: str
    """One sentence."""
    value: Value
    """From sums of shape (..., columns) to figures of shape (...), as fractions; NaN where undefined."""
    rows: int
    """The column that counts the rows it rests on."""
    correct: int | None = None
    """The column that counts those that are right, where it is a matter of counting."""
    shown: Shown = Shown.EVERYWHERE
    point: Point | None = None
    """Its place on a curve: whose table shows it, and the overall table only where it is shown everywhere."""
    leads: bool = False
    """Whether a group may be about it: the first such measure that has rows there; else the first of all."""


@dataclass(frozen=True, slots=True)
class RowInterval:
    """An interval of a figure, or why there is none."""

    low: float | None
    """A fraction, like the figure."""
    high: float | None
    level: float
    units: int
    """Rows that it rests on."""
    resamples: int
    undefined: int
    """Resamples in which the figure is undefined; they are left out of the interval."""
    refused: str | None
    note: str | None

    def to_record(self) -> dict[str, Any]:
        """Fields in order, numbers rounded to six decimals."""
        return {
            "method": METHOD,
            "level": self.level,
            "low": rounded(self.low, 6),
            "high": rounded(self.high, 6),
            "units": self.units,
            "resamples": self.resamples,
            "undefined": self.undefined,
            "refused": self.refused,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure of one group of rows."""

    key: str
    label: str
    rows: int
    correct: int | None
    rate: float | None
    interval: RowInterval

    def to_record(self) -> dict[str, Any]:
        """Fields in order; the rate is a fraction, rounded to twelve decimals."""
        return {
            "rows": self.rows,
            "correct": self.correct,
            "rate": rounded(self.rate, 12),
            "interval": self.interval.to_record(),
        }


def ratio(numerator: int, denominator: int) -> Value:
    """The sum of one column over that of another."""

    def value(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        below = sums[..., denominator]
        with np.errstate(invalid="ignore", divide="ignore"):
            found: NDArray[np.float64] = np.where(below > 0, sums[..., numerator] / below, np.nan)
        return found

    return value


def figures(
    summed: Summed,
    places: NDArray[np.intp],
    measures: Sequence[Measure],
    resampling: Resampling,
    strata: NDArray[np.intp] | None = None,
    case: str = "row",
) -> tuple[Figure, ...]:
    """Every measure of a group of rows, all from the same resamples.

    Args:
        summed: what each row adds.
        places: the numbers of the rows in the group, so that a small one costs nothing for the rows outside.
        measures: the figures wanted.
        resampling: how often, from which seed, and the level.
        strata: of each row the number of the part that it is drawn within, such as its dataset; by default all rows
            of the group are drawn together.
        case: what a row is about, such as a trace.
    """
    total = summed.sums[places].sum(axis=0)
    drawn = resampled_sums(summed, places, resampling, strata) if len(places) >= MINIMUM_UNITS else None
    return tuple(_figure(measure, total, drawn, resampling.level, case) for measure in measures)


def _figure(
    measure: Measure, total: NDArray[np.float64], drawn: NDArray[np.float64] | None, level: float, case: str
) -> Figure:
    rows = round(float(total[measure.rows]))
    value = float(measure.value(total))
    rate = None if np.isnan(value) else value
    correct = None if measure.correct is None else round(float(total[measure.correct]))
    # Sums of the same numbers differ in their last digits by the order of adding: equal figures are made equal.
    values = None if drawn is None else np.round(measure.value(drawn), _DECIMALS)
    return Figure(measure.key, measure.label, rows, correct, rate, _interval(values, rows, rate, level, case))


def _interval(
    values: NDArray[np.float64] | None, rows: int, rate: float | None, level: float, case: str
) -> RowInterval:
    resamples = 0 if values is None else len(values)
    if rate is None or rows < MINIMUM_UNITS or values is None:
        why = "the figure is not defined" if rate is None else f"{counted(rows, case)}: fewer than {MINIMUM_UNITS}"
        return RowInterval(None, None, level, rows, resamples, 0, why, None)
    undefined = int(np.isnan(values).sum())
    bounds = percentile_bounds(values, level)
    if bounds is None or undefined > MOST_UNDEFINED * resamples:
        why = f"not defined in {'any resample' if bounds is None else f'{undefined:,} of {resamples:,} resamples'}"
        return RowInterval(None, None, level, rows, resamples, undefined, why, None)
    notes = []
    if rows < FEW_UNITS:
        notes.append(f"rests on {counted(rows, case)}")
    if undefined > MANY_UNDEFINED * resamples:
        notes.append(f"not defined in {undefined:,} of {resamples:,} resamples, which are left out")
    if bounds[0] == bounds[1]:
        notes.append(f"every resample gives the same, which says nothing about other {case}s")
    return RowInterval(*bounds, level, rows, resamples, undefined, None, "; ".join(notes) or None)
