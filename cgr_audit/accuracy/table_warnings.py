"""What figures have to be read with: warnings as a table of their own, and named in every other table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from cgr_audit.accuracy.population import Population
from cgr_audit.control_characters import escape_control_characters
from cgr_audit.plural import counted
from cgr_audit.records.warning_kinds import PackageWarning, WarningKind
from cgr_audit.tables.table import Column, Kind, Table

__all__ = ["WARNINGS", "harness_warnings", "in_brief", "warning_kinds", "warnings_table", "with_warnings"]

WARNINGS = Column("warnings", "warnings")
"""In files for programs: the kinds of warnings that a figure has to be read with; null where there are none."""
_PLACE = Column("place", "place")


def with_warnings(tables: Iterable[Table], warnings: Sequence[PackageWarning]) -> list[Table]:
    """The tables, each of which says what there are warnings of; an overridden contract in full.

    Args:
        tables: of figures.
        warnings: what a reader of them is warned of.
    """
    kinds = warning_kinds(warnings)
    note = "" if kinds is None else f" Warnings about these figures: {in_brief(warnings)}."
    return [
        replace(
            table,
            note=f"{table.note}{note}".strip(),
            stored=(*table.stored, WARNINGS),
            records=tuple({**record, WARNINGS.key: kinds} for record in table.records),
        )
        for table in tables
    ]


def warnings_table(warnings: Sequence[PackageWarning], *further: tuple[Column, Sequence[str]]) -> list[Table]:
    """The warnings as a table; none where there are none.

    Args:
        warnings: what a reader is warned of.
        further: columns to begin with, each with its values.
    """
    if not warnings:
        return []
    columns = (
        *(column for column, _ in further),
        Column("kind", "kind"),
        _PLACE,
        Column("count", "records", Kind.COUNT),
        Column("message", "what"),
    )
    records = tuple(
        {
            **{column.key: values[number] for column, values in further},
            "kind": note.kind.value,
            _PLACE.key: note.file if note.line is None else f"{note.file}:{note.line}",
            "count": note.count,
            "message": note.message,
        }
        for number, note in enumerate(warnings)
    )
    return [Table("warnings", "Warnings", "Read every figure with them.", columns, records)]


def warning_kinds(warnings: Iterable[PackageWarning]) -> str | None:
    """The kinds of warnings, each once."""
    return " ".join(dict.fromkeys(note.kind.value for note in warnings)) or None


def harness_warnings(population: Population) -> Iterator[PackageWarning]:
    """That rows have no outcome: as recorded, or because the harness failed here, which running again may mend."""
    recorded, here = population.harness_failures - population.incomplete, population.incomplete
    if recorded:
        said = f"{counted(recorded, 'row')} without an outcome because of a service or internal error: in no figure"
        yield PackageWarning(WarningKind.HARNESS_FAILURE, "results.jsonl", None, recorded, said)
    if here:
        rows = counted(here, "row")
        said = f"incomplete: {rows} without an outcome because of a service or internal error: in no figure"
        yield PackageWarning(WarningKind.HARNESS_FAILURE, "results.jsonl", None, here, f"{said}; see `error`")


def in_brief(warnings: Iterable[PackageWarning]) -> str:
    """The kinds of warnings in words, each once; an overridden contract and an unfinished run in full."""
    return "; ".join(
        dict.fromkeys(
            escape_control_characters(note.message.removeprefix("/contract: "))
            if note.kind in {WarningKind.CONTRACT_OVERRIDDEN, WarningKind.PARTIAL_RUN}
            else note.kind.value.replace("_", " ")
            for note in warnings
        )
    )
