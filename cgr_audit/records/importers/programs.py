"""People's own programs as a package holds them: each about one item, by its file's name or its row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cgr_audit.errors import NothingCollectedError, UsageError
from cgr_audit.identifiers import identifier_fault
from cgr_audit.records.importers.columns import named, value_at
from cgr_audit.records.importers.option_values import text_of
from cgr_audit.records.importers.program_names import ItemNames, find_pattern
from cgr_audit.records.importers.tables import SUFFIXES, Row, Table, read_table
from cgr_audit.records.rows import ItemKey, ProgramKey, ProgramRecord
from cgr_audit.records.writing import program_id_of
from cgr_audit.source.collect import collect
from cgr_audit.source.collected import PROGRAM_LIMIT, Skipped, Unreadable
from cgr_audit.source.program import Program
from cgr_audit.source.shards import parquet_shards
from cgr_audit.source.taken import sole_program

__all__ = ["GENERATOR", "ImportedPrograms", "ProgramSource", "import_programs"]

GENERATOR = "generator"
"""Who wrote the programs where nothing says so."""
_SOURCES = (
    "source", "program", "code", "scaffold", "pythoncode", "solution", "generatedcode", "completion", "response",
    "output", "generation",
)  # fmt: skip
_ITEMS = ("itemid", "questionid", "qid", "taskid", "id", "uuid", "uid", "exampleid", "recordid")
_GENERATORS = ("generator", "generatormodel", "model", "author")
_SAMPLES = ("sample", "sampleid", "sampleindex", "attempt")


@dataclass(frozen=True, slots=True)
class ProgramSource:
    """Where programs are, and what somebody says of it."""

    path: Path
    pattern: str = ""
    """How their names hold ids."""
    mapped: Mapping[str, str] | None = None
    generator: str = GENERATOR


@dataclass(frozen=True, slots=True)
class ImportedPrograms:
    """Programs with what a package says of each."""

    programs: tuple[tuple[ProgramRecord, bytes], ...]
    recognised: str
    """How their items were found, in one line."""
    without_item: tuple[str, ...]
    """Programs that are about none of the items."""
    taken_out: int
    """How many were taken out of Markdown or prose."""
    bad: tuple[Unreadable, ...]
    left_out: tuple[Skipped, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    key: ItemKey
    generator: str | None
    sample: int | None
    program: Program


def import_programs(source: ProgramSource, keys: Sequence[ItemKey]) -> ImportedPrograms:
    """Read programs and find the item of each.

    Raises:
        UsageError: there is no such path, no program is about an item, or two are the same sample of one item.
        NothingCollectedError: there is no program.
    """
    path = source.path
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder")
    if (path.is_file() and path.name.lower().endswith(SUFFIXES)) or parquet_shards(path):
        return _of_rows(read_table(path), source, ItemNames(keys))
    return _of_files(source, ItemNames(keys))


def _of_files(source: ProgramSource, items: ItemNames) -> ImportedPrograms:
    path, left_out = source.path, list[Skipped]()
    base = path if path.is_dir() else path.parent
    collected = list(collect([path], base=base, on_skip=left_out.append))
    programs = [found for found in collected if isinstance(found, Program)]
    bad = tuple(found for found in collected if isinstance(found, Unreadable))
    if not programs:
        said = f"{bad[0].path}: {bad[0].reason}" if bad else f"{path}: it holds no program (*.py)"
        raise NothingCollectedError(said)
    front = "" if path.is_dir() else f"{path.name}/"
    names = {program.program_id.removeprefix(front): program for program in programs}
    pattern = find_pattern(list(names), items, source.pattern)
    found: list[_Found] = []
    without: list[str] = []
    for path_below, program in names.items():
        about = pattern.read(path_below, items)
        if about is None:
            without.append(program.path)
        else:
            found.append(_Found(about.key, about.generator, about.sample, program))
    recognised = f"item ← {pattern.text} ({len(found)} of {len(programs)} names)"
    packed = _packed(found, source, is_numbered=False)
    return ImportedPrograms(packed, recognised, tuple(without), 0, bad, tuple(left_out))


def _of_rows(table: Table, source: ProgramSource, items: ItemNames) -> ImportedPrograms:
    mapped = source.mapped or {}
    for name, column in mapped.items():
        if not any(value_at(row.record, column) is not None for row in table.rows):
            raise UsageError(f"{table.path}: programs.{name}: no column {column!r}; it has {', '.join(table.columns)}")
    text = mapped.get("source") or next(iter(named(table.columns, _SOURCES)), None)
    columns = [mapped["id"]] if "id" in mapped else named(table.columns, _ITEMS)
    if text is None or not columns:
        field, what = ("source", "program's text") if text is None else ("id", "item's id")
        raise UsageError(
            f"{table.path}: no column is known to hold the {what}; it has {', '.join(table.columns)}. Say which does: "
            f"--map programs.{field}=COLUMN"
        )
    dataset = mapped.get("dataset") or next(iter(named(table.columns, ("dataset",))), None)
    generator = mapped.get("generator") or next(iter(named(table.columns, _GENERATORS)), None)
    sample = mapped.get("sample") or next(iter(named(table.columns, _SAMPLES)), None)

    def item_of(row: Row, column: str) -> ItemKey | None:
        item_id = text_of(value_at(row.record, column))
        own = None if dataset is None else text_of(value_at(row.record, dataset))
        return None if item_id is None else items.find(item_id, own) or items.find(item_id, None)

    column = max(columns, key=lambda one: sum(item_of(row, one) is not None for row in table.rows))
    found, without, bad, taken_out = [], [], list(table.bad), 0
    for row in table.rows:
        key = item_of(row, column)
        data = _data(value_at(row.record, text))
        if key is None:
            without.append(row.place)
        elif isinstance(data, str):
            bad.append(Unreadable(row.place, f"its program, {text!r}, {data}"))
        else:
            program = sole_program(Program(row.place, row.place, data))
            taken_out += program.derived_from is not None
            number = None if sample is None else _number(value_at(row.record, sample))
            author = None if generator is None else text_of(value_at(row.record, generator))
            found.append(_Found(key, author, number, program))
    if not found and not bad:
        ids = ", ".join(repr(text_of(value_at(row.record, column))) for row in table.rows[:3])
        raise UsageError(
            f"{table.path}: no row's {column!r} is an item's id: {ids}; say which column holds it: "
            "--map programs.id=COLUMN"
        )
    parts = (("program", text), ("item", column), ("generator", generator), ("sample", sample))
    recognised = ", ".join(f"{name} ← {column}" for name, column in parts if column is not None)
    return ImportedPrograms(
        _packed(found, source, is_numbered=sample is None), recognised, tuple(without), taken_out, tuple(bad), ()
    )


def _number(value: Any) -> int | None:
    text = text_of(value)
    return int(text) if text is not None and text.isdecimal() and len(text) < 10 else None


def _data(value: Any) -> bytes | str:
    """The exact bytes, or what is wrong with them."""
    if isinstance(value, str):
        value = value.encode("utf-8", "surrogatepass")
    if not isinstance(value, bytes):
        return "is empty" if value is None else "is not text"
    return value if len(value) <= PROGRAM_LIMIT else "is larger than any program"


def _packed(
    found: Sequence[_Found], source: ProgramSource, *, is_numbered: bool
) -> tuple[tuple[ProgramRecord, bytes], ...]:
    """Programs with their records; where nothing numbers samples, rows about one item count up from 0.

    Raises:
        UsageError: two are the same sample of one item.
    """
    seen: dict[ProgramKey, str] = {}
    numbers: Counter[tuple[ItemKey, str]] = Counter()
    made = []
    for one in found:
        author = one.generator or source.generator
        sample = numbers[one.key, author] if is_numbered else one.sample or 0
        numbers[one.key, author] += 1
        key = ProgramKey(*one.key, author, sample)
        fault = identifier_fault(author)
        if fault is not None:
            raise UsageError(f"{one.program.path}: the name of its generator cannot be one: {fault}")
        if key in seen:
            raise UsageError(
                f"{one.program.path}: sample {sample} of item {one.key.item_id!r}, as {seen[key]} is; say what else "
                "the names hold, such as --program-id '{generator}/{item}.{sample}.py'"
            )
        seen[key] = one.program.path
        record = ProgramRecord(program_id_of(key), *key, one.program.sha256, one.program.derived_from)
        made.append((record, one.program.data))
    return tuple(made)
