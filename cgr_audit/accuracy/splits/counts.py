"""Counts over rows: findings by rule, verdicts, answers by status, programs by what a probe shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.contingency import contingency
from cgr_audit.accuracy.pair_counts import PAIR
from cgr_audit.accuracy.rows.answer_status import CHANNELS, AnswerStatus
from cgr_audit.accuracy.tallies import tallies

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["answer_counts", "probe_counts", "rule_counts", "verdict_counts"]


def rule_counts(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """How many programs and rows have a finding of each rule, of how many, by dataset and solver, sorted by code.

    Args:
        rows: those that count.
    """
    import pandas as pd  # noqa: PLC0415  pandas costs start-up time

    keys = [*PAIR, "codes"]
    judged = rows.loc[rows["program_id"].notna(), [*keys, "program_id"]]
    number = judged.groupby(keys, sort=True, observed=True, dropna=False).size()
    programs = judged.drop_duplicates().groupby(keys, sort=True, observed=True, dropna=False).size()
    found: dict[tuple[str, str, str], list[int]] = {}
    totals: dict[tuple[str, str], list[int]] = {}
    for (dataset, solver, codes), *here in zip(number.index, programs.tolist(), number.tolist(), strict=True):
        pair = str(dataset), str(solver)
        known = () if pd.isna(codes) else str(codes).split()
        for total in (totals.setdefault(pair, [0, 0]), *(found.setdefault((code, *pair), [0, 0]) for code in known)):
            total[0] += here[0]
            total[1] += here[1]
    counts = []
    for (code, dataset, solver), (with_programs, with_rows) in sorted(found.items()):
        of = totals[dataset, solver]
        named: dict[str, Any] = {"code": code, "dataset": dataset, "solver": solver}
        counts.append({**named, "programs": with_programs, "rows": with_rows, "of_programs": of[0], "of_rows": of[1]})
    return counts


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
