"""Rows counted by all that decides figures about them: a table of a few hundred lines in place of a million rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.aggregates import macro, micro
from cgr_audit.accuracy.pair_counts import PAIR
from cgr_audit.accuracy.rows import CHANNELS, AnswerStatus
from cgr_audit.tables.table import FEWEST_ROWS, TOO_FEW

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MEASURES", "contingency", "counted_cells", "figures", "figures_by", "pair_counts_of", "without_shares"]

MEASURES = ("direct", "assisted", "generator", "gain", "closure")
"""The measures of every accuracy table, in order."""
_FLAGS = [f"{channel}_{what}" for channel in CHANNELS for what in ("correct", "status")]


def contingency(rows: pd.DataFrame, by: Sequence[str] = ()) -> pd.DataFrame:
    """Count rows by dataset, solver, each channel's status and whether it is right, and further columns.

    Args:
        rows: of registered solvers, with a column ``left_out`` that says which do not count for lack of an answer.
        by: further columns to count by; null is a value of its own.

    Returns:
        One line per combination that occurs: the columns, and ``rows``.
    """
    keys = [*PAIR, *by, "left_out", *_FLAGS]
    return rows.groupby(keys, sort=True, observed=True, dropna=False).size().rename("rows").reset_index()


def counted_cells(cells: pd.DataFrame) -> pd.DataFrame:
    """The lines of a contingency table that count in figures."""
    return cells[~_is_harness_failure(cells) & ~cells["left_out"].astype(bool)]


def pair_counts_of(cells: pd.DataFrame) -> pd.DataFrame:
    """The pair counts (see ``pair_counts``) of the rows of a contingency table that count."""
    import pandas as pd  # noqa: PLC0415  pandas costs start-up time

    counted = counted_cells(cells)
    columns: dict[str, Any] = {name: counted[name] for name in (*PAIR, "rows")}
    for channel in CHANNELS:
        columns[channel] = counted["rows"] * counted[f"{channel}_correct"].fillna(value=False).astype("int64")
    counts = pd.DataFrame(columns).groupby(PAIR, sort=True, observed=True).sum().reset_index()
    counts = counts.astype(dict.fromkeys(PAIR, "string") | dict.fromkeys(("rows", *CHANNELS), "Int64"))
    for channel in CHANNELS:
        if len(cells) and cells[f"{channel}_correct"].isna().all():
            counts[channel] = pd.array([pd.NA] * len(counts), dtype="Int64")
    return counts.sort_values(PAIR, ignore_index=True)


def figures(cells: pd.DataFrame) -> dict[str, Any]:
    """What a table says of some rows: how many, what kinds of answers, and the accuracies over those that count.

    Returns:
        ``rows``, ``pairs``, ``left_out``, ``harness_failures``, ``answers`` (channel to status to rows), the numbers
        of right answers, and the five measures over rows; percentages are null where fewer than ten rows count.
    """
    counts = pair_counts_of(cells)
    said = micro(counts).to_record()
    harness = _is_harness_failure(cells)
    left_out = cells["left_out"].astype(bool) & ~harness
    record = {
        "rows": said.pop("rows"),
        "pairs": len(counts),
        "left_out": int(cells.loc[left_out, "rows"].sum()),
        "harness_failures": int(cells.loc[harness, "rows"].sum()),
        "answers": _answers(counted_cells(cells)),
    }
    record[TOO_FEW] = record["rows"] < FEWEST_ROWS
    return without_shares({**record, **said}) if record[TOO_FEW] else {**record, **said}


def figures_by(cells: pd.DataFrame, keys: Sequence[str]) -> list[dict[str, Any]]:
    """``figures`` of each group of lines, in the order of the keys, which come first in each record."""
    groups = cells.groupby(list(keys), sort=True, observed=True)
    return [
        {**dict(zip(keys, map(str, key), strict=True)), **figures(lines)} for key, lines in sorted(groups, key=_key)
    ]


def macro_of(cells: pd.DataFrame) -> dict[str, Any]:
    """The measures over pairs, unrounded nowhere and rounded in the record."""
    return macro(pair_counts_of(cells)).to_record()


def without_shares(record: Mapping[str, Any], names: Iterable[str] = MEASURES) -> dict[str, Any]:
    """The record with its percentages taken out, because too few rows stand behind them; counts stay."""
    taken = set(names)
    return {name: None if name in taken else value for name, value in record.items()}


def _key(group: tuple[Any, Any]) -> tuple[str, ...]:
    return tuple(map(str, group[0]))


def _is_harness_failure(cells: pd.DataFrame) -> pd.Series[bool]:
    return cells["direct_status"] == AnswerStatus.HARNESS_FAILURE.value


def _answers(cells: pd.DataFrame) -> dict[str, dict[str, int]]:
    kinds = [known for known in AnswerStatus if known is not AnswerStatus.HARNESS_FAILURE]
    found = {channel: cells.groupby(f"{channel}_status", observed=True)["rows"].sum() for channel in CHANNELS}
    return {channel: {known.value: int(found[channel].get(known.value, 0)) for known in kinds} for channel in CHANNELS}
