"""Which channels are right together, and which pairs lose by the program."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.contingency import counted_cells
from cgr_audit.accuracy.measures import rounded_percent
from cgr_audit.accuracy.pair_counts import PAIR
from cgr_audit.accuracy.partitions import partition_rows, zero_baseline_pairs
from cgr_audit.accuracy.rows.answer_status import CHANNELS
from cgr_audit.accuracy.tallies import Tallies
from cgr_audit.accuracy.treated import TreatedRows
from cgr_audit.tables.table import FEWEST_ROWS, TOO_FEW

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["one_sided", "partition_overlap", "regressions"]

_NOT_OF_A_LOSS = ("pairs", "generator_correct", "generator", "closure")
"""Figures of a pair that have nothing to do with its losing by the program."""


def partition_overlap(treated: TreatedRows) -> list[dict[str, Any]]:
    """All eight combinations of the three channels being right, all right first, with rows and percent of all rows.

    Of all pairs, and where there are zero-baseline pairs of those and of the others. An absent channel is null in place
    of right or wrong, so that fewer combinations remain.
    """
    zero = zero_baseline_pairs(treated.tallies.pair_counts())
    return [
        {"partition": partition.value, **line}
        for partition, cells in partition_rows(counted_cells(treated.cells), zero)
        for line in _overlap(cells)
    ]


def one_sided(treated: TreatedRows) -> dict[str, Any]:
    """Of all rows: both right, only assisted, only generator, neither; null where one of the two is absent.

    Returns:
        The four numbers, after what they rest on, as ``Tallies.basis`` says.
    """
    counted = counted_cells(treated.cells)
    named = {
        "both": (True, True),
        "assisted_right_generator_wrong": (True, False),
        "generator_right_assisted_wrong": (False, True),
        "neither": (False, False),
    }
    absent = any(_choices(counted, channel) == (None,) for channel in ("assisted", "generator"))
    assisted, generator = (_right(counted, channel) for channel in ("assisted", "generator"))
    counts = {
        name: None if absent else int(counted.loc[(assisted == first) & (generator == second), "rows"].sum())
        for name, (first, second) in named.items()
    }
    return {**treated.tallies.basis(), **counts}


def regressions(tallied: Tallies) -> list[dict[str, Any]]:
    """The pairs in which the assisted channel gets fewer right than the direct one, the largest loss first."""
    lost = [
        record
        for record in tallied.figures_by(PAIR)
        if record["direct_correct"] is not None
        and record["assisted_correct"] is not None
        and record["assisted_correct"] < record["direct_correct"]
    ]
    lost.sort(key=lambda record: (record["assisted_correct"] - record["direct_correct"]) / record["rows"])
    return [{name: value for name, value in record.items() if name not in _NOT_OF_A_LOSS} for record in lost]


def _overlap(cells: pd.DataFrame) -> list[dict[str, Any]]:
    total = int(cells["rows"].sum())
    choices = [_choices(cells, channel) for channel in CHANNELS]
    combinations = []
    for right in product(*choices):
        rows = int(cells.loc[_is(cells, right), "rows"].sum())
        share = rounded_percent(rows, total) if total >= FEWEST_ROWS else None
        right_by = dict(zip(CHANNELS, right, strict=True))
        combinations.append({**right_by, "rows": rows, "of": total, "percent": share, TOO_FEW: total < FEWEST_ROWS})
    return combinations


def _choices(cells: pd.DataFrame, channel: str) -> tuple[bool | None, ...]:
    absent = len(cells) and cells[f"{channel}_correct"].isna().all()
    return (None,) if absent else (True, False)


def _right(cells: pd.DataFrame, channel: str) -> pd.Series[bool]:
    return cells[f"{channel}_correct"].fillna(value=False).astype(bool)


def _is(cells: pd.DataFrame, right: tuple[bool | None, ...]) -> pd.Series[bool]:
    chosen = cells["rows"] > 0
    for channel, wanted in zip(CHANNELS, right, strict=True):
        if wanted is not None:
            chosen &= _right(cells, channel) == wanted
    return chosen
