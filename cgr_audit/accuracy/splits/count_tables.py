"""Counts as tables: solver calls, what is known, findings. None depends on the choice about missing answers."""

from __future__ import annotations

from cgr_audit.accuracy.basis import resting
from cgr_audit.accuracy.columns import PROGRAMS, ROWS
from cgr_audit.accuracy.summary import AccuracySummary
from cgr_audit.tables.table import Column, Kind, Table

__all__ = ["budgets_table", "coverage_table", "rules_table"]


def budgets_table(summary: AccuracySummary) -> Table:
    """Solver calls per row and per attempt."""
    note = (
        "Solver calls of rows that count. The budget is the contract's, per attempt of the assisted path. Percentiles "
        "by linear interpolation. Rows left out: their calls are not known, or not how they part into attempts, so "
        "that what is said of attempts, the share above the budget too, is of the known ones; not executed: rows of "
        "these whose program was refused or not run."
    )
    columns = (
        Column("channel", "channel"),
        Column("per", "per"),
        Column("count", "count", Kind.COUNT),
        ROWS,
        Column("rows_left_out", "rows left out", Kind.COUNT),
        Column("rows_not_executed", "not executed", Kind.COUNT),
        Column("mean", "mean", Kind.NUMBER),
        Column("median", "median", Kind.NUMBER),
        Column("p95", "95th percentile", Kind.NUMBER),
        Column("max", "maximum", Kind.COUNT),
        Column("budget", "budget", Kind.COUNT),
        Column("above_budget", "above budget", Kind.COUNT),
        Column("above_budget_percent", "above budget %", Kind.PERCENT),
        Column("reason", "why none"),
    )
    table = Table("budgets", "Solver calls", note, columns, tuple(summary.budgets))
    return resting(summary.settings, summary.population, table, before_choice=True)


def coverage_table(summary: AccuracySummary) -> Table:
    """Of how many rows and calls each thing is known."""
    note = "Of how many rows that count, and of how many recorded calls, each thing is known."
    columns = (
        Column("channel", "channel"),
        Column("field", "field"),
        Column("of", "of"),
        Column("known", "known", Kind.COUNT),
        Column("total", "total", Kind.COUNT),
        Column("percent", "%", Kind.PERCENT),
    )
    records = tuple(
        {**record, "rows": record["total"] if record["of"] == "row" or not record["total"] else None}
        for record in summary.coverage
    )
    table = Table("coverage", "Metadata coverage", note, columns, records)
    return resting(summary.settings, summary.population, table, before_choice=True)


def rules_table(summary: AccuracySummary) -> Table:
    """Findings by rule, dataset and solver."""
    named = (Column("code", "rule"), Column("dataset", "dataset"), Column("solver", "solver"))
    of = (Column("of_programs", "of programs", Kind.COUNT), Column("of_rows", "of rows", Kind.COUNT))
    columns = (*named, PROGRAMS, of[0], ROWS, of[1])
    note = (
        "Programs and rows with a finding of the rule, of those that count and were audited. A program is asked of "
        "every solver: programs do not add up over solvers, and the lines of all are counted for themselves."
    )
    places = ("dataset", "solver")
    records = tuple({**record, **{name: record[name] or "all" for name in places}} for record in summary.rules)
    table = Table("rules", "Findings by rule, dataset and solver", note, columns, records)
    return resting(summary.settings, summary.population, table, before_choice=True)
