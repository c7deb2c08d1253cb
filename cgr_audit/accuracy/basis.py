"""What the figures of an accuracy table rest on, said in its note for a reader and in columns for a program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cgr_audit.accuracy.columns import ANSWER_KINDS, EVERY_ANSWER_KIND
from cgr_audit.accuracy.intervals.interval import FEW_UNITS, Resampling
from cgr_audit.accuracy.population import Population
from cgr_audit.accuracy.settings import Settings
from cgr_audit.plural import counted
from cgr_audit.tables.table import Column, Kind, Table

__all__ = ["CHOICE", "LEVEL", "NOT_APPLIED", "RESAMPLING", "resting", "resting_on"]

CHOICE = Column("missing_answers", "choice about missing answers")
NOT_APPLIED = "not applied"
"""The choice about missing answers of a table of counts that are made before it."""
LEVEL = Column("level", "level of the intervals", Kind.SHARE)
RESAMPLING = (
    LEVEL,
    Column("resamples", "resamples", Kind.COUNT),
    Column("seed", "seed", Kind.COUNT),
)
_BEFORE = "Counted before the choice about missing answers."


def resting(settings: Settings, population: Population, table: Table, *, before_choice: bool = False) -> Table:
    """The table with what it rests on.

    Args:
        settings: the choices that figures depend on.
        population: which rows count.
        table: with a note of its own. Where a column is an interval, level, resamples and seed are said as well.
        before_choice: whether nothing in it depends on the choice about missing answers.
    """
    note = f"{table.note} {_BEFORE if before_choice else f'Rows without an answer: {settings.missing.label}.'}"
    if population.harness_failures:
        note += f" Left out, because the harness failed: {counted(population.harness_failures, 'row')}."
    if population.excluded_solvers:
        rows = counted(sum(population.excluded_solvers.values()), "row")
        note += f" Left out, because their solver is not registered: {rows}."
    chosen = NOT_APPLIED if before_choice else settings.missing.value
    return resting_on(settings.resampling, replace(table, note=note.strip()), {CHOICE: chosen})


def resting_on(resampling: Resampling | None, table: Table, choices: Mapping[Column, Any]) -> Table:
    """The table with choices as columns of its files, and how its intervals are made where it has any.

    Args:
        resampling: of the intervals; nothing if none of them is of a resampling's settings.
        table: its note says the choices already.
        choices: columns, and the value that all records have there; a column that the table has stays.
    """
    known: set[str] = set().union(*table.records)
    shown = {name for column in table.columns for name in (column.key, *column.fields)}
    constants: dict[Column, Any] = {column: value for column, value in choices.items() if column.key not in shown}
    note = table.note
    ranges = [column for column in table.columns if column.kind.is_range]
    if ranges and resampling is not None:
        constants |= dict(zip(RESAMPLING, (resampling.level, resampling.resamples, resampling.seed), strict=True))
        note += f" {_resampling(resampling)}."
    if any(record.get(column.few) is not None for column in ranges for record in table.records):
        note += f" In brackets: on how few units an interval rests, where fewer than {FEW_UNITS}."
    has_kinds = ANSWER_KINDS[0].key in known | shown  # an empty table has the columns that a full one has
    kinds = tuple(column for column in EVERY_ANSWER_KIND if has_kinds and column.key not in shown)
    stored = (*table.stored, *kinds, *constants)
    said = {column.key: value for column, value in constants.items()}
    return replace(table, note=note, stored=stored, records=tuple({**record, **said} for record in table.records))


def _resampling(resampling: Resampling) -> str:
    resamples = counted(resampling.resamples, "resample")
    return f"Intervals at {100 * resampling.level:g} %; bootstraps: percentile, {resamples}, seed {resampling.seed}"
