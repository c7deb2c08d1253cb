"""Result rows put into columns, a block of lines at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import NoneType
from typing import Any

import numpy as np
import pyarrow as pa

from cgr_audit.records.blocks import Block, Part, read_blocks
from cgr_audit.records.result_columns import Numbers, ResultColumns, encoded
from cgr_audit.records.rows import ProgramKey, ResultRow

__all__ = ["ResultColumnsBuilder", "columns_of_file", "columns_of_part", "joined_columns", "of_rows"]

_ANSWERS = ("solverLLM_baseline_ans", "solverLLM_assisted_ans", "genLLM_ans", "recorded_assisted_ans")
_TEXTS = ("program_sha256", "genLLM_difficulty", "origin", "outcome", "executed_provenance", "error")
_INTEGERS = ("attempts", "direct_calls", "assisted_calls", "fuel")
_CHANNELS = ("direct", "assisted", "generator")
_ROWS_AT_ONCE = 10_000

_FIELDS = (
    "dataset", "item_id", "solver", "generator", "sample", "correct_ans", "wall_s", "extraction_failed",
    *_ANSWERS, *_TEXTS, *_INTEGERS,
)  # fmt: skip
"""The fields of ``results.jsonl`` that blocks must hold."""


class ResultColumnsBuilder:
    """Puts blocks of result rows together."""

    def __init__(self) -> None:
        self._programs = _Places()
        self._solvers = _Places()
        self._answers = _Places(nullable=True)
        self._golds = _Places()
        self._texts = {name: _Places(nullable=True) for name in _TEXTS}
        self._numbers: dict[str, list[Numbers]] = {}
        self._tables: list[pa.Table] = []

    def add(self, block: Block) -> None:
        """Add the rows of a block that holds all of the fields above."""
        columns = block.columns
        keys = zip(*(columns[name] for name in ProgramKey._fields), strict=True)
        golds = (tuple(gold) if type(gold) is list else gold for gold in columns["correct_ans"])
        self._number("lines", block.lines)
        self._number("program", self._programs.of(keys))
        self._number("solver", self._solvers.of(columns["solver"]))
        self._number("gold", self._golds.of(golds))
        for name in _ANSWERS:
            self._number(name, self._answers.of(columns[name]))
        texts = {**columns, "genLLM_difficulty": _as_texts(columns["genLLM_difficulty"])}
        for name, places in self._texts.items():
            self._number(name, places.of(texts[name]))
        self._tables.append(pa.table(_values(columns)))

    def finish(self) -> ResultColumns:
        """The rows of all blocks, in their order."""
        empty = np.empty(0, dtype=np.int64)
        numbers = {name: np.concatenate(parts) for name, parts in self._numbers.items()}
        texts = {name: encoded(numbers.get(name, empty), places.texts()) for name, places in self._texts.items()}
        without_rows: dict[str, Sequence[Any]] = dict.fromkeys(_FIELDS, ())
        values = pa.concat_tables(self._tables).combine_chunks() if self._tables else pa.table(_values(without_rows))
        return ResultColumns(
            lines=numbers.get("lines", empty),
            programs=tuple(
                ProgramKey(dataset, item_id, generator, int(sample))
                for dataset, item_id, generator, sample in self._programs
            ),
            program=numbers.get("program", empty),
            solvers=tuple(self._solvers),
            solver=numbers.get("solver", empty),
            answers=tuple(self._answers.texts()),
            answer={name: numbers.get(name, empty) for name in _ANSWERS},
            golds=tuple(self._golds),
            gold=numbers.get("gold", empty),
            fields=pa.table({**texts, **dict(zip(values.column_names, values.columns, strict=True))}),
        )

    def _number(self, name: str, values: Sequence[int]) -> None:
        self._numbers.setdefault(name, []).append(np.asarray(values, dtype=np.int32))


def columns_of_file(source: Path | Part) -> ResultColumns:
    """The rows of ``results.jsonl``, or of a part of it; each line checked.

    Raises:
        RecordError: a line that its schema does not accept.
    """
    builder = ResultColumnsBuilder()
    for block in read_blocks(source, "result", _FIELDS):
        builder.add(block)
    return builder.finish()


def columns_of_part(part: Part) -> tuple[ResultColumns, int]:
    """The rows of a part, and how many lines it has."""
    return columns_of_file(part), part.lines()


def joined_columns(parts: Iterable[tuple[ResultColumns, int]]) -> ResultColumns:
    """The rows of the parts of a file one after the other, as if they had been read in one."""
    programs, solvers, answers, golds = _Places(), _Places(), _Places(), _Places()

    def places(known: _Places, values: Iterable[Any]) -> Numbers:
        return np.array(known.of(values), dtype=np.int32)

    numbers: dict[str, list[Numbers]] = {}
    tables = []
    before = 0
    for part, lines in parts:
        answer = np.append(places(answers, part.answers), np.int32(-1))
        columns = {
            "lines": part.lines + np.int32(before),
            "program": places(programs, part.programs)[part.program],
            "solver": places(solvers, part.solvers)[part.solver],
            "gold": places(golds, part.golds)[part.gold],
            **{name: answer[of_rows] for name, of_rows in part.answer.items()},
        }
        for name, values in columns.items():
            numbers.setdefault(name, []).append(values)
        tables.append(part.fields)
        before += lines
    whole = {name: np.concatenate(each) for name, each in numbers.items()}
    return ResultColumns(
        lines=whole["lines"],
        programs=tuple(programs),
        program=whole["program"],
        solvers=tuple(solvers),
        solver=whole["solver"],
        answers=tuple(answers),
        answer={name: whole[name] for name in _ANSWERS},
        golds=tuple(golds),
        gold=whole["gold"],
        fields=pa.concat_tables(tables).unify_dictionaries().combine_chunks(),
    )


def of_rows(rows: Iterable[ResultRow]) -> ResultColumns:
    """Rows that are values already, by columns; their lines count from 1."""
    builder, rows, first = ResultColumnsBuilder(), iter(rows), 1
    while part := list(islice(rows, _ROWS_AT_ONCE)):
        columns = {name: [getattr(row, name) for row in part] for name in _FIELDS}
        builder.add(Block(range(first, first + len(part)), columns))
        first += len(part)
    return builder.finish()


class _Places(dict[Any, int]):
    """Different values in the order in which they came, each with its place."""

    def __init__(self, *, nullable: bool = False) -> None:
        """Start with no value, or with null, whose place is -1."""
        super().__init__({None: -1} if nullable else {})
        self._first = len(self)

    def __missing__(self, value: Any) -> int:
        place = self[value] = len(self) - self._first
        return place

    def of(self, values: Iterable[Any]) -> list[int]:
        """Which of them each value is; one that is not known yet is added."""
        return list(map(self.__getitem__, values))

    def texts(self) -> list[str]:
        """The values but null."""
        return [value for value in self if value is not None]


def _as_texts(values: Sequence[Any]) -> Sequence[str | None]:
    """Values that may be numbers, as texts."""
    if {str, NoneType}.issuperset(map(type, values)):
        return values
    return [None if value is None else str(value) for value in values]


def _values(columns: Mapping[str, Sequence[Any]]) -> dict[str, pa.Array]:
    failed = columns["extraction_failed"]
    return {
        **{name: _integers(columns[name]) for name in _INTEGERS},
        "wall_s": _numbers(columns["wall_s"]),
        **{
            f"{name}_failed": pa.array([one.get(name) if one else None for one in failed], pa.bool_())
            for name in _CHANNELS
        },
    }


def _numbers(values: Sequence[int | float | None]) -> pa.Array:
    """Numbers, which JSON may also write as ``1``."""
    if int in set(map(type, values)):
        values = [None if value is None else float(value) for value in values]
    return pa.array(values, pa.float64())


def _integers(values: Sequence[int | float | None]) -> pa.Array:
    """Whole numbers, which JSON may also write as ``1.0``."""
    if float in set(map(type, values)):
        values = [None if value is None else int(value) for value in values]
    return pa.array(values, pa.int64())
