"""People's own answers as result rows: a row of the file for each item, solver and program."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.identifiers import identifier_fault
from cgr_audit.records.importers.columns import column_names, value_at
from cgr_audit.records.importers.items import ImportedItems
from cgr_audit.records.importers.mapping import RESULT_FIELDS
from cgr_audit.records.importers.option_values import text_of
from cgr_audit.records.importers.program_names import ItemNames
from cgr_audit.records.importers.recognition import sole_column
from cgr_audit.records.importers.tables import Row, Table
from cgr_audit.records.rows import Item, ItemKey, ProgramKey, ProgramRecord, ResultRow, RowKey
from cgr_audit.source.collected import Unreadable

__all__ = ["ImportedResults", "import_results"]

_NAMES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "id": (("itemid",), ("questionid",), ("qid",), ("id",), ("uuid", "uid", "exampleid", "recordid")),
    "dataset": (("dataset",),),
    "solver": (("solver", "solvermodel", "solverllm"), ("model",)),
    "generator": (("generator", "generatormodel", "genllm"),),
    "sample": (("sample", "sampleid", "sampleindex"),),
    "direct": (("direct", "directanswer", "solverllmbaselineans", "baseline", "baselineanswer", "baselineans"),),
    "assisted": (("assisted", "assistedanswer", "solverllmassistedans", "programanswer", "scaffoldanswer"),),
    "generator_answer": (("generatoranswer", "genllmans", "genanswer"),),
    "difficulty": (("difficulty", "genllmdifficulty"),),
}
"""Names of a field, in tiers: two columns of one tier are two readings, of two tiers the first is meant."""
_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]*)?")
_CHANNELS = ("direct", "assisted", "generator_answer")


@dataclass(frozen=True, slots=True)
class ImportedResults:
    """Result rows, and what was recognised."""

    rows: tuple[ResultRow, ...]
    recognised: str
    without_item: tuple[str, ...]
    """Rows about none of the items."""
    bad: tuple[Unreadable, ...]


def import_results(
    table: Table, mapped: Mapping[str, str], items: ImportedItems, programs: Sequence[ProgramRecord], generator: str
) -> ImportedResults:
    """Make a result row of every row; a channel without a column stays empty.

    Args:
        table: the rows.
        mapped: the columns that somebody has named, by field.
        items: what the rows are about.
        programs: the programs of the package, whose digests the rows carry.
        generator: who wrote the programs where no column says so.

    Raises:
        UsageError: no column holds the items' ids or an answer, or two hold the same and differ.
    """
    columns = column_names(table)
    for name, column in mapped.items():
        if column not in columns:
            raise UsageError(f"{table.path}: results.{name}: no column {column!r}; it has {', '.join(columns)}")
    chosen = {
        name: mapped.get(name) or sole_column(f"results.{name}", table, columns, tiers)
        for name, tiers in _NAMES.items()
    }
    lacking = "id" if chosen["id"] is None else "" if any(chosen[name] for name in _CHANNELS) else "direct"
    if lacking:
        what = "the item's id" if lacking == "id" else "an answer (direct, assisted or generator_answer)"
        raise UsageError(
            f"{table.path}: no column is known to hold {what}; it has {', '.join(columns)}. Say which does: "
            f"--map results.{lacking}=COLUMN"
        )
    reader = _Reader(table, {name: column for name, column in chosen.items() if column}, items, programs, generator)
    rows: dict[RowKey, ResultRow] = {}
    without, bad = [], list(table.bad)
    for row in table.rows:
        made = reader.read(row)
        fault = None if made is None else identifier_fault(made.solver) or identifier_fault(made.generator)
        if fault is not None:
            bad.append(Unreadable(row.place, f"its solver or generator has a name that cannot be one: {fault}"))
        elif made is None:
            without.append(row.place)
        elif made.key in rows:
            said = f"a second row of solver {made.solver!r} for sample {made.sample} of item {made.item_id!r}"
            bad.append(Unreadable(row.place, said))
        else:
            rows[made.key] = made
    order = [name for name in RESULT_FIELDS if chosen[name]]
    recognised = ", ".join(f"{name} ← {chosen[name]}" for name in order)
    return ImportedResults(tuple(rows[key] for key in sorted(rows)), recognised, tuple(without), tuple(bad))


class _Reader:
    """Reads rows of answers."""

    def __init__(
        self,
        table: Table,
        columns: Mapping[str, str],
        items: ImportedItems,
        programs: Sequence[ProgramRecord],
        generator: str,
    ) -> None:
        self._columns = columns
        self._items = items
        self._names = ItemNames(list(items.items))
        self._sha256 = {program.key: program.sha256 for program in programs}
        self._solver = table.name
        self._generator = generator

    def read(self, row: Row) -> ResultRow | None:
        """The result row of a row; nothing if it is about none of the items."""
        item_id = self._text(row, "id")
        dataset = self._text(row, "dataset")
        key = None if item_id is None else self._names.find(item_id, dataset)
        if key is None:
            return None
        sample = self._text(row, "sample")
        program = ProgramKey(
            *key, self._text(row, "generator") or self._generator, int(sample) if sample and sample.isdecimal() else 0
        )
        direct, assisted, own = (self._answer(row, name, key) for name in _CHANNELS)
        return ResultRow(
            *program.row_key(self._text(row, "solver") or self._solver),
            program_sha256=self._sha256.get(program),
            correct_ans=self._item(key).correct_answer,
            solverLLM_baseline_ans=direct,
            solverLLM_assisted_ans=assisted,
            genLLM_ans=own,
            genLLM_difficulty=_difficulty(self._value(row, "difficulty")),
        )

    def _item(self, key: ItemKey) -> Item:
        return self._items.items[key]

    def _answer(self, row: Row, name: str, key: ItemKey) -> str | None:
        """An answer as the id of the option that it names, by letter, label or text; else as it is."""
        text = self._text(row, name)
        if text is None:
            return None
        text = text.strip()
        if text.upper() in self._item(key).option_ids:
            return text.upper()
        return self._items.labels[key].get(text) or text or None

    def _text(self, row: Row, name: str) -> str | None:
        return text_of(self._value(row, name))

    def _value(self, row: Row, name: str) -> Any:
        return value_at(row.record, self._columns[name]) if name in self._columns else None


def _difficulty(value: Any) -> float | str | None:
    if isinstance(value, str):
        written = _NUMBER.fullmatch(value.strip())
        return value if written is None else float(value) if written[1] else int(value)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
