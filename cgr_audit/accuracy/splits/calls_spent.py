"""Gain by calls spent: descriptive, not a matched budget, because calls follow difficulty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.contingency import contingency
from cgr_audit.accuracy.tallies import tallies_by

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BINS", "calls_spent"]

BINS = ((0, 0), (1, 1), (2, 2), (3, 3), (4, 5), (6, 10), (11, 20), (21, 50), (51, None))
"""Assisted calls over all attempts of a row, first and last; fixed, so that packages compare."""


def calls_spent(executed: pd.DataFrame) -> list[dict[str, Any]]:
    """Accuracy by how many assisted calls a row took.

    Args:
        executed: rows that were executed or recorded, with ``left_out``; those whose number of calls is not known come
            last, with null for both ends.

    Returns:
        ``calls_from`` and ``calls_to`` (null: no upper end), then as ``figures`` says; bins without rows are left out.
    """
    import pandas as pd  # noqa: PLC0415  pandas costs start-up time

    edges = [first for first, _ in BINS]
    calls = executed["assisted_calls"].astype("Float64")
    places = pd.cut(calls.astype("float64"), [*edges, float("inf")], right=False, labels=False)
    cells = contingency(executed.assign(bin=places.astype("Int64").fillna(-1)), ["bin"])
    by_bin = tallies_by(cells, cells["bin"].tolist())
    counts = []
    for place in (*range(len(BINS)), -1):
        if place in by_bin:
            first, last = BINS[place] if place >= 0 else (None, None)
            counts.append({"calls_from": first, "calls_to": last, **by_bin[place].figures()})
    return counts
