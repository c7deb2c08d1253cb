"""Rows counted by all that decides figures about them: a table of a few hundred lines in place of a million rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cgr_audit.accuracy.pair_counts import PAIR
from cgr_audit.accuracy.population import is_counted
from cgr_audit.accuracy.rows.answer_status import CHANNELS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["contingency", "counted_cells"]

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
    return cells[is_counted(cells) & ~cells["left_out"].astype(bool)]
