"""One figure as fields of a table's record."""

from __future__ import annotations

from typing import Any

from cgr_audit.plural import counted
from cgr_audit.scorecards.rates import MANY_UNDEFINED, Figure
from cgr_audit.tables.table import FEWEST_ROWS

__all__ = ["figure_record", "in_brackets", "interval_remarks", "rests_on_few"]


def figure_record(figure: Figure, case: str, prefix: str = "") -> dict[str, Any]:
    """What a figure rests on, what it is, and its interval with all that is to be borne in mind with it.

    Args:
        figure: of some rows.
        case: what a figure of them counts, in the singular, such as ``trace``.
        prefix: what every field begins with.
    """
    interval = figure.interval
    return {
        f"{prefix}rows": figure.rows,
        f"{prefix}correct": figure.correct,
        f"{prefix}rate": figure.rate,
        f"{prefix}interval_low": interval.low,
        f"{prefix}interval_high": interval.high,
        f"{prefix}interval_units": interval.units,
        f"{prefix}interval_remark": interval.refused or interval.note,
        f"{prefix}interval_few": in_brackets(figure, case),
    }


def rests_on_few(figure: Figure, case: str) -> str | None:
    """What stands in brackets next to a figure that rests on few rows; nothing next to others."""
    return counted(figure.rows, case) if figure.rate is not None and figure.rows < FEWEST_ROWS else None


def in_brackets(figure: Figure, case: str) -> str | None:
    """What a reader must see next to an interval: few rows, many resamples without the figure, ends that are one."""
    if figure.interval.low is None:
        return None  # why there is none stands in its place
    few = rests_on_few(figure, case)
    return ", ".join([*([] if few is None else [few]), *interval_remarks(figure)]) or None


def interval_remarks(figure: Figure) -> list[str]:
    """Caveats about the ends of an interval: many resamples without the figure, ends that are one."""
    interval = figure.interval
    said = []
    if interval.undefined > MANY_UNDEFINED * interval.resamples:
        said.append(f"in {100 * (1 - interval.undefined / interval.resamples):.0f} % of resamples")
    if interval.low is not None and interval.low == interval.high:
        said.append("no width")
    return said
