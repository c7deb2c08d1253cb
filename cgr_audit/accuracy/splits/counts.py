"""Counts over rows: verdicts, answers by status, programs by what a probe shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.contingency import contingency
from cgr_audit.accuracy.rows.answer_status import CHANNELS, AnswerStatus
from cgr_audit.accuracy.tallies import tallies

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["answer_counts", "probe_counts", "verdict_counts"]


def verdict_counts(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """How many programs and rows have each verdict; null is a row whose program was not judged."""
    counts = []
    for verdict in ("approved", "observe", "refused", None):
        chosen = rows["verdict"].isna() if verdict is None else (rows["verdict"] == verdict).fillna(value=False)
        judged = rows[chosen.astype(bool)]
        if verdict is not None or len(judged):
            counts.append({"verdict": verdict, "programs": int(judged["program_id"].nunique()), "rows": len(judged)})
    return counts


def answer_counts(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """Per channel: of all rows of registered solvers, how many were answered, and how many not and why.

    Args:
        rows: of registered solvers, those that the harness failed among them.
    """
    counts = []
    for channel in CHANNELS:
        status = rows[f"{channel}_status"].value_counts()
        by_status = {known.value: int(status.get(known.value, 0)) for known in AnswerStatus}
        counted = len(rows) - by_status[AnswerStatus.HARNESS_FAILURE.value]
        counts.append({"channel": channel, "rows": len(rows), "counted": counted, **by_status})
    return counts


def probe_counts(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """Programs, rows and accuracy by whether the answer follows the solver; empty where nothing was probed.

    Args:
        rows: with ``left_out``, as ``treated_rows`` gives them.
    """
    if rows["sensitivity"].isna().all():
        return []
    counts = []
    for kind in ("sensitive", "partly", "insensitive", "undecided", None):
        chosen = rows["sensitivity"].isna() if kind is None else (rows["sensitivity"] == kind).fillna(value=False)
        lines = rows[chosen.astype(bool)]
        if len(lines):
            programs = int(lines["program_id"].nunique())
            counts.append({"sensitivity": kind, "programs": programs, **tallies(contingency(lines)).figures()})
    return counts
