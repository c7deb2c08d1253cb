"""Counts over a rows table: findings by rule, verdicts, answers by status, rows left out."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.aggregates import micro
from cgr_audit.accuracy.rows import CHANNELS, AnswerStatus

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["answer_counts", "executed_provenance_counts", "probe_counts", "rule_counts", "verdict_counts"]


def rule_counts(table: pd.DataFrame) -> list[dict[str, Any]]:
    """How many programs and rows have a finding of each rule, by dataset and solver, sorted by code."""
    rows: Counter[tuple[str, str, str]] = Counter()
    programs: dict[tuple[str, str, str], set[str]] = {}
    for line in table[["dataset", "solver", "program_id", "codes"]].dropna().itertuples(index=False):
        for code in str(line.codes).split():
            key = (code, str(line.dataset), str(line.solver))
            rows[key] += 1
            programs.setdefault(key, set()).add(str(line.program_id))
    return [
        {"code": key[0], "dataset": key[1], "solver": key[2], "programs": len(programs[key]), "rows": rows[key]}
        for key in sorted(rows)
    ]


def verdict_counts(table: pd.DataFrame) -> list[dict[str, Any]]:
    """How many programs and rows have each verdict; null is a row whose program was not judged."""
    counts = []
    for verdict in ("approved", "observe", "refused", None):
        rows = table[table["verdict"].isna() if verdict is None else (table["verdict"] == verdict).fillna(value=False)]
        if verdict is not None or len(rows):
            counts.append({"verdict": verdict, "programs": int(rows["program_id"].nunique()), "rows": len(rows)})
    return counts


def answer_counts(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Per channel: how many rows were answered, and how many not and why. Those not answered count as wrong."""
    counts = []
    for channel in CHANNELS:
        status = Counter(str(value) for value in table[f"{channel}_status"])
        counts.append(
            {"channel": channel, "rows": len(table), **{known.value: status[known.value] for known in AnswerStatus}}
        )
    return counts


def executed_provenance_counts(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Assisted answers by where the executed path says they come from, and how many of them are right."""
    known = table[table["executed_provenance"].notna()]
    return [
        {"provenance": str(provenance), "rows": len(rows), "correct": int(rows["assisted_correct"].sum())}
        for provenance, rows in known.groupby("executed_provenance", sort=True)
    ]


def probe_counts(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Programs, rows and accuracy by whether the answer follows the solver; empty where nothing was probed."""
    if table["sensitivity"].isna().all():
        return []
    counts = []
    for kind in ("sensitive", "partly", "insensitive", "undecided", None):
        chosen = table["sensitivity"].isna() if kind is None else (table["sensitivity"] == kind).fillna(value=False)
        rows = table[chosen.astype(bool)]
        if len(rows):
            programs = int(rows["program_id"].nunique())
            counts.append({"sensitivity": kind, "programs": programs, **micro(rows).to_record()})
    return counts
