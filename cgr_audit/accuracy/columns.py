"""Columns and notes that several accuracy tables share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cgr_audit.accuracy.intervals.estimates import Interval, Method
from cgr_audit.accuracy.summary import AccuracySummary
from cgr_audit.tables.table import TOO_FEW, Column, Kind

__all__ = [
    "ANSWER_KINDS",
    "FIGURES",
    "PAIRS",
    "PROGRAMS",
    "ROWS",
    "flattened",
    "gain_range",
    "interval_fields",
    "level_of",
    "noted",
    "range_column",
    "without_few",
]

FIGURES = (
    Column("direct", "direct %", Kind.PERCENT),
    Column("assisted", "assisted %", Kind.PERCENT),
    Column("generator", "generator %", Kind.PERCENT),
    Column("gain", "gain pp", Kind.POINTS),
    Column("closure", "closure %", Kind.PERCENT),
)
ROWS = Column("rows", "rows", Kind.COUNT)
PAIRS = Column("pairs", "pairs", Kind.COUNT)
PROGRAMS = Column("programs", "programs", Kind.COUNT)
ANSWER_KINDS = (
    Column("missing", "missing", Kind.COUNT),
    Column("extraction_failed", "extraction failed", Kind.COUNT),
    Column("refused", "refused", Kind.COUNT),
    Column("not_run", "not run", Kind.COUNT),
    Column("harness_failures", "harness failures (left out)", Kind.COUNT),
    Column("left_out", "missing (left out)", Kind.COUNT),
)
"""Of the assisted channel; four different things, none of which is a wrong answer of the solver's."""


def range_column(method: Method, level: str) -> Column:
    """The column of an interval of the gain by a method."""
    return Column(f"gain_{method.value}", f"{level}, {method.label}", Kind.POINTS_RANGE)


def gain_range(level: str) -> Column:
    """The column of the pair bootstrap of the gain."""
    return range_column(Method.PAIRS, level)


def level_of(summary: AccuracySummary) -> str:
    """The level of the intervals: ``95 %``."""
    return f"{100 * summary.settings.resampling.level:g} %"


def interval_fields(key: str, interval: Interval) -> dict[str, float | str | None]:
    """The two ends of an interval, and why there is none, as fields of a record."""
    return {
        f"{key}_low": None if interval.low is None else round(interval.low, 6),
        f"{key}_high": None if interval.high is None else round(interval.high, 6),
        f"{key}_refused": interval.refused,
    }


def flattened(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record whose kinds of assisted answers stand beside its other fields."""
    return {**record, **record["answers"]["assisted"]}


def without_few(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record as a table shows it: where it rests on too few rows, without percentages and without intervals."""
    if not record[TOO_FEW]:
        return dict(record)
    shares = {column.key for column in FIGURES}
    return {
        name: None if name in shares or name.endswith(("_low", "_high")) else value for name, value in record.items()
    }


def noted(summary: AccuracySummary, note: str) -> str:
    """A note with what every figure depends on: the choice about missing answers, and what is left out."""
    basis = summary.population
    said = f"{note} Rows without an answer: {summary.settings.missing.label}."
    if basis.harness_failures:
        said += f" Left out, because the harness failed: {basis.harness_failures} rows."
    if basis.excluded_solvers:
        rows = sum(basis.excluded_solvers.values())
        said += f" Left out, because their solver is not registered: {rows} rows."
    return said.strip()
