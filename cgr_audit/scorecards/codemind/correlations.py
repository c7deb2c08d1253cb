"""The table of rank correlations: overall, and for each task, benchmark and model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.accuracy.intervals.interval import FEW_UNITS, MINIMUM_UNITS, Resampling
from cgr_audit.plural import counted
from cgr_audit.scorecards.codemind.correlation import rank_correlations
from cgr_audit.scorecards.codemind.groups import groups_of
from cgr_audit.scorecards.codemind.program_study import ProgramStudy
from cgr_audit.scorecards.codemind.traits import Traits
from cgr_audit.tables.shortened import NAME_SHOWN
from cgr_audit.tables.table import Column, Kind, Table

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["COMPLEXITY", "LOOP_LENGTH", "correlation_records", "correlation_table"]

COMPLEXITY = "complexity"
LINES = "lines of code"
LOOP_LENGTH = "loop length"

_COLUMNS = (
    Column("task", "task"),
    Column("benchmark", "benchmark", longest=NAME_SHOWN),
    Column("model", "model", longest=NAME_SHOWN),
    Column("of", "CRR with"),
    Column("over", "over"),
    Column("rows", "rows", Kind.COUNT),
    Column("levels", "levels", Kind.COUNT),
    Column("rho", "Spearman's ρ", Kind.SHARE),
    Column("low", "low", Kind.SHARE),
    Column("high", "high", Kind.SHARE),
    Column("p_value", "p", Kind.P_VALUE),
)
_STORED = (Column("resamples", "", Kind.COUNT), Column("remark", ""))


def correlation_records(
    table: pd.DataFrame,
    counting: NDArray[np.bool_],
    right: NDArray[np.bool_],
    traits: Sequence[Traits],
    resampling: Resampling,
) -> list[dict[str, Any]]:
    """A record for each group, number of the program, and way of correlating; none where no row has the number.

    Args:
        table: the rows, with the fields ``task``, ``benchmark`` and ``model``.
        counting: which rows have a prediction that is in figures.
        right: of each whether the prediction is right.
        traits: of each row's program.
        resampling: of the intervals.
    """
    studies = [one.study or ProgramStudy() for one in traits]
    numbers = {
        COMPLEXITY: np.array([one.complexity for one in studies], dtype=float),  # none becomes NaN
        LINES: np.array([one.lines for one in studies], dtype=float),
        LOOP_LENGTH: np.array([one.loop_length for one in traits], dtype=float),
    }
    return [
        {**labels, "of": name, **found.to_record()}
        for labels, places in groups_of(table, np.arange(len(table)))
        for name, values in numbers.items()
        if len(chosen := places[counting[places] & ~np.isnan(values[places])])
        for found in rank_correlations(values[chosen], right[chosen], resampling)
    ]


def correlation_table(records: Sequence[Mapping[str, Any]], resampling: Resampling) -> Table:
    """The records as a table."""
    shown = tuple(
        {**record, "low": record["interval_low"], "high": record["interval_high"], "rho_few": _in_brackets(record)}
        for record in records
    )
    note = (
        "Over rows: Spearman's ρ of each row's score (right or wrong) with the number. Over levels: of the rate of the "
        "rows of each value of the number with that value, each value weighing the same. Low and high bound a "
        f"percentile bootstrap over rows at {100 * resampling.level:g} %; p is two-sided, as if each row, or level, "
        f"were a case of its own. Of fewer than {MINIMUM_UNITS} rows, or levels, there is no ρ; of fewer than "
        f"{FEW_UNITS} their number stands in brackets."
    )
    return Table("correlations", "Correlation with the program", note, _COLUMNS, shown, _STORED)


def _in_brackets(record: Mapping[str, Any]) -> str | None:
    """What a reader must see next to ρ: how few it ranks, and ends of its interval that are one."""
    if record["rho"] is None:
        return None
    ranked = record[record["over"]]
    few = [counted(ranked, record["over"].removesuffix("s"))] if ranked < FEW_UNITS else []
    low, high = record["interval_low"], record["interval_high"]
    return ", ".join([*few, *(["no width"] if low is not None and low == high else [])]) or None
