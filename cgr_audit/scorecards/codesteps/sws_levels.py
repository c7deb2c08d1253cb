"""pass@1 by interval of SWS, for each threshold and level: Table 7 of CodeStepsEval (Cao et al. 2024)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.scorecards.codesteps.correlations import ALL_LEVELS, sws_intervals
from cgr_audit.scorecards.labelled_values import LabelledValues
from cgr_audit.tables.table import Column, Kind, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["levels_of", "sws_by_level_table"]

_MOST_LEVELS = 6
"""Of more, a table would be too wide to read."""


def levels_of(records: Sequence[Mapping[str, Any]], order: Sequence[str]) -> dict[str | None, NDArray[np.bool_]]:
    """Which rows have which level, in order; first all rows (``None``), alone where no row has a level."""
    found: dict[str | None, NDArray[np.bool_]] = {None: np.ones(len(records), dtype=bool)}
    values = [record.get("level") for record in records]
    if any(value is not None for value in values):
        labelled = LabelledValues.of(values, order)
        found |= {label: labelled.of_row == number for number, label in enumerate(labelled.labels)}
    return found


def sws_by_level_table(
    levels: Mapping[str | None, NDArray[np.bool_]],
    thresholds: Sequence[float],
    sws: Sequence[NDArray[np.float64]],
    pass_at_1: NDArray[np.float64],
) -> Table:
    """A line for each threshold and tenth of SWS that has rows; for each level their number and pass@1.

    Args:
        levels: what ``levels_of`` gives; of more than six, all rows are shown alone.
        thresholds: in order.
        sws: at each threshold the mean SWS of each row's samples, NaN where it has none.
        pass_at_1: of each row, NaN where nothing is known.
    """
    shown = levels if len(levels) <= _MOST_LEVELS + 1 else {None: levels[None]}
    judged = ~np.isnan(pass_at_1)
    lines: list[dict[str, Any]] = []
    for threshold, scores in zip(thresholds, sws, strict=True):
        for interval, rows in sws_intervals(np.where(judged, scores, np.nan)).items():
            line: dict[str, Any] = {"threshold": threshold, "sws": interval}
            for place, of_level in enumerate(shown.values()):
                there = rows & of_level
                line[_key("rows", place)] = int(there.sum())
                line[_key("pass_1", place)] = float(pass_at_1[there].mean()) if there.any() else None
            lines.append(line)
    columns = [Column("threshold", "threshold", Kind.SHARE), Column("sws", "SWS")]
    for place, level in enumerate(shown):
        name = ALL_LEVELS if level is None else level
        columns.append(Column(_key("rows", place), f"{name}: rows", Kind.COUNT))
        columns.append(Column(_key("pass_1", place), f"{name}: pass@1 %", Kind.RATE))
    note = "By the mean SWS of a row's samples at each threshold; an interval has its lower end, and the last one both."
    return Table("sws-by-level", "pass@1 by threshold, SWS and level", note, tuple(columns), tuple(lines))


def _key(figure: str, place: int) -> str:
    return figure if place == 0 else f"level_{place}_{figure}"
