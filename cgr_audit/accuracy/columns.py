"""Columns that several accuracy tables share, and the fields of records that they show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cgr_audit.accuracy.intervals.interval import FEW_UNITS, Interval, Method
from cgr_audit.accuracy.rows.answer_status import CHANNELS, AnswerStatus
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.tables.table import Column, Kind

__all__ = [
    "ANSWER_KINDS",
    "EVERY_ANSWER_KIND",
    "FIGURES",
    "KEPT",
    "PAIRS",
    "PARTITION",
    "PROGRAMS",
    "ROWS",
    "TREATMENT",
    "answers_in_brief",
    "flattened",
    "interval_fields",
    "labelled",
    "range_column",
]

FIGURES = (
    Column("direct", "direct %", Kind.PERCENT),
    Column("assisted", "assisted %", Kind.PERCENT),
    Column("generator", "generator %", Kind.PERCENT, is_optional=True),
    Column("gain", "gain pp", Kind.POINTS),
    Column("closure", "closure %", Kind.PERCENT, is_optional=True),
)
TREATMENT = Column("treatment", "treatment")
PARTITION = Column("partition", "pairs with")
KEPT = "Every row as it is (treatment: kept)."
"""What the note of a split says that is made under this treatment alone."""
ROWS = Column("rows", "rows", Kind.COUNT)
PAIRS = Column("pairs", "pairs", Kind.COUNT, is_optional=True)
PROGRAMS = Column("programs", "programs", Kind.COUNT)
ANSWER_KINDS = (
    Column("assisted_missing", "missing", Kind.COUNT, is_optional=True),
    Column("assisted_extraction_failed", "extraction failed", Kind.COUNT, is_optional=True),
    Column("assisted_refused", "refused", Kind.COUNT, is_optional=True),
    Column("assisted_not_run", "not run", Kind.COUNT, is_optional=True),
    Column("harness_failures", "harness failures (left out)", Kind.COUNT, is_optional=True),
    Column("left_out", "missing (left out)", Kind.COUNT, is_optional=True),
    Column("generator_not_executed", "generator: not executed", Kind.COUNT, is_optional=True),
)
"""What a reader sees: the assisted channel's answers, four different things of which none is a solver's wrong answer;
and rows without a generator's answer because the program was not executed."""
EVERY_ANSWER_KIND = tuple(
    Column(f"{channel}_{kind}", f"{channel}: {kind.replace('_', ' ')}", Kind.COUNT)
    for channel in CHANNELS
    for kind in AnswerStatus
    if kind is not AnswerStatus.HARNESS_FAILURE
)
"""What a program reads: each channel's answers by status. Harness failures are the same rows in all of them."""
_BRIEF = (AnswerStatus.MISSING, AnswerStatus.EXTRACTION_FAILED, AnswerStatus.REFUSED, AnswerStatus.NOT_RUN)


def range_column(method: Method, level: float, measure: str = "gain") -> Column:
    """The column of an interval of the gain, or of another difference, by a method.

    Args:
        method: of the interval.
        level: such as 0.95.
        measure: what the interval is of.
    """
    return Column(f"{measure}_{method.value}", f"{100 * level:g} %, {method.label}", Kind.POINTS_RANGE)


def interval_fields(key: str, interval: Interval) -> dict[str, float | str | None]:
    """An interval as fields of a record: its ends, its units, and its caveats or why there is none."""
    low, high = (None if end is None else round(end, 6) for end in (interval.low, interval.high))
    few = interval.units if low is not None and interval.units < FEW_UNITS else None
    remark = interval.refused or interval.note
    return {
        f"{key}_low": low,
        f"{key}_high": high,
        f"{key}_units": interval.units,
        f"{key}_remark": remark,
        f"{key}_few": few,
    }


def flattened(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record whose kinds of answers stand next to its other fields, as ``assisted_missing``."""
    kinds = {f"{channel}_{kind}": number for channel in CHANNELS for kind, number in record["answers"][channel].items()}
    return {**record, **kinds}


def labelled(record: Mapping[str, Any]) -> dict[str, Any]:
    """A flattened record with its treatment as tables call it."""
    return {**flattened(record), "treatment": Treatment(record["treatment"]).label}


def answers_in_brief(kinds: Mapping[str, int]) -> str:
    """The kinds of answers of a channel in one cell: missing, extraction failed, refused, not run."""
    return " / ".join(str(kinds[kind.value]) for kind in _BRIEF)
