"""Rows counted by all that decides figures about them: a table of a few hundred lines in place of a million rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.pair_counts import PAIR
from cgr_audit.accuracy.population import is_counted
from cgr_audit.accuracy.rows.answer_status import CHANNELS

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["contingency", "counted_cells"]

_FLAGS = [f"{channel}_{what}" for channel in CHANNELS for what in ("correct", "status")]
_COUNTED_AT_ONCE = 1 << 20
"""Combinations that are counted in one array; of more, only those that occur."""


def contingency(rows: pd.DataFrame, by: Sequence[str] = ()) -> pd.DataFrame:
    """Count rows by dataset, solver, each channel's status and whether it is right, and further columns.

    Args:
        rows: of registered solvers, with a column ``left_out`` that says which do not count for lack of an answer.
        by: further columns to count by; null is a value of its own.

    Returns:
        One line per combination that occurs: the columns, and ``rows``.
    """
    keys = [*PAIR, *by, "left_out", *_FLAGS]
    first, counts = _combinations([rows[name] for name in keys])
    cells = rows[keys].iloc[first].assign(rows=counts)
    return cells.groupby(keys, sort=True, observed=True, dropna=False)["rows"].sum().reset_index()


def counted_cells(cells: pd.DataFrame) -> pd.DataFrame:
    """The lines of a contingency table that count in figures."""
    return cells[is_counted(cells) & ~cells["left_out"].astype(bool)]


def _combinations(columns: Sequence[pd.Series[Any]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The place of a row of each combination of values that occurs, and how many rows have it."""
    import numpy as np  # noqa: PLC0415  numpy costs start-up time

    combined, size = np.zeros(len(columns[0]), dtype=np.int64), 1
    for column in columns:
        codes, number = _codes(column)
        if size * number > _COUNTED_AT_ONCE:
            different, combined = np.unique(combined, return_inverse=True)
            size = len(different)
        combined, size = combined * number + codes, size * number
    if size > _COUNTED_AT_ONCE:
        _, combined = np.unique(combined, return_inverse=True)
    counts = np.bincount(combined)
    place = np.zeros(len(counts), dtype=np.int64)
    place[combined] = np.arange(len(combined))
    occurring = np.flatnonzero(counts)
    return place[occurring], counts[occurring].astype(np.int64)


def _codes(column: pd.Series[Any]) -> tuple[NDArray[np.integer[Any]], int]:
    """A number for each different value, null's among them, and how many numbers there may be."""
    import pandas as pd  # noqa: PLC0415

    if column.dtype == "category":
        return column.cat.codes.to_numpy() + 1, len(column.cat.categories) + 1
    if column.dtype == "boolean":
        return column.to_numpy(dtype="int8", na_value=2), 3
    codes, values = pd.factorize(column)
    return codes + 1, len(values) + 1
