"""Result rows by columns: what tables over a million rows are made of.

Texts that are there many times (keys, answers) are held once, with a number for each row that says which it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from types import NoneType
from typing import Any, TypeAlias, TypeVar

import numpy as np
import pyarrow as pa

from cgr_audit.records.blocks import Block, read_blocks
from cgr_audit.records.rows import ProgramKey, ResultRow, RowKey

__all__ = [
    "RESULT_FIELDS",
    "Numbers",
    "ResultColumns",
    "ResultColumnsBuilder",
    "columns_of_file",
    "encodable",
    "encoded",
    "joined",
    "of_rows",
    "ordered",
    "text_array",
]

Numbers: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.int64]]"

ValueT = TypeVar("ValueT")

_ANSWERS = ("solverLLM_baseline_ans", "solverLLM_assisted_ans", "genLLM_ans", "recorded_assisted_ans")
_TEXTS = ("program_sha256", "genLLM_difficulty", "origin", "outcome", "executed_provenance", "error")
_INTEGERS = ("attempts", "direct_calls", "assisted_calls", "fuel")
_CHANNELS = ("direct", "assisted", "generator")
_ROWS_AT_ONCE = 10_000

RESULT_FIELDS = (
    "dataset", "item_id", "solver", "generator", "sample", "correct_ans", "genLLM_difficulty", "wall_s",
    "extraction_failed", *_ANSWERS, *_TEXTS, *_INTEGERS,
)  # fmt: skip
"""The fields of ``results.jsonl`` that blocks must hold."""


@dataclass(frozen=True, slots=True, eq=False)
class ResultColumns:
    """Result rows in their order; every array has one element for each."""

    lines: Numbers
    """The numbers of their lines in the file."""
    programs: tuple[ProgramKey, ...]
    """The different programs, in the order in which they come."""
    program: Numbers
    """Which of them each row is about."""
    solvers: tuple[str, ...]
    solver: Numbers
    answers: tuple[str, ...]
    """The different answers of all channels, and those of ``correct_ans``."""
    answer: Mapping[str, Numbers]
    """For each field that holds an answer, which of them it is; -1 where it is null."""
    golds: tuple[str | tuple[str, ...] | None, ...]
    """The different ``correct_ans``."""
    gold: Numbers
    fields: pa.Table
    """The other fields, texts as dictionaries; ``extraction_failed`` as one column for each channel: ``direct_failed``
    and so on."""

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.lines)

    def key(self, row: int) -> RowKey:
        """The key of a row by its place."""
        program, solver = int(self.program[row]), int(self.solver[row])
        return self.programs[program].row_key(self.solvers[solver])


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
        """Add the rows of a block that holds ``RESULT_FIELDS``."""
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
        without_rows: dict[str, Sequence[Any]] = dict.fromkeys(RESULT_FIELDS, ())
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
        self._numbers.setdefault(name, []).append(np.asarray(values, dtype=np.int64))


def columns_of_file(path: Path, start: int = 0, end: int | None = None) -> ResultColumns:
    """The rows of ``results.jsonl``, or of the part of it between two places where lines begin; each line checked.

    Raises:
        RecordError: a line that its schema does not accept.
    """
    builder = ResultColumnsBuilder()
    for block in read_blocks(path, "result", RESULT_FIELDS, start, end):
        builder.add(block)
    return builder.finish()


def joined(first: ResultColumns, second: ResultColumns) -> ResultColumns:
    """The rows of both, one after the other."""
    programs, program = _merged(first.programs, second.programs)
    solvers, solver = _merged(first.solvers, second.solvers)
    answers, answer = _merged(first.answers, second.answers)
    golds, gold = _merged(first.golds, second.golds)
    answer = np.append(answer, -1)  # where there is none, which -1 leads to
    return ResultColumns(
        lines=np.concatenate([first.lines, second.lines]),
        programs=programs,
        program=np.concatenate([first.program, program[second.program]]),
        solvers=solvers,
        solver=np.concatenate([first.solver, solver[second.solver]]),
        answers=answers,
        answer={name: np.concatenate([one, answer[second.answer[name]]]) for name, one in first.answer.items()},
        golds=golds,
        gold=np.concatenate([first.gold, gold[second.gold]]),
        fields=pa.concat_tables([first.fields, second.fields]).unify_dictionaries().combine_chunks(),
    )


def ordered(rows: ResultColumns, order: Numbers) -> ResultColumns:
    """The rows at these places, in this order."""
    return replace(
        rows,
        lines=rows.lines[order],
        program=rows.program[order],
        solver=rows.solver[order],
        answer={name: answer[order] for name, answer in rows.answer.items()},
        gold=rows.gold[order],
        fields=rows.fields.take(order),
    )


def of_rows(rows: Iterable[ResultRow]) -> ResultColumns:
    """Rows that are values already, by columns; their lines count from 1."""
    builder, rows, first = ResultColumnsBuilder(), iter(rows), 1
    while part := list(islice(rows, _ROWS_AT_ONCE)):
        columns = {name: [getattr(row, name) for row in part] for name in RESULT_FIELDS}
        builder.add(Block(range(first, first + len(part)), columns))
        first += len(part)
    return builder.finish()


def encodable(text: str) -> str:
    """Text without lone surrogates, which neither CSV nor Parquet can hold."""
    return text.encode("utf-8", "backslashreplace").decode()


def text_array(values: Sequence[str | None]) -> pa.Array:
    """Texts as an Arrow array; lone surrogates as ``encodable`` writes them."""
    try:
        return pa.array(values, pa.large_string())
    except UnicodeEncodeError:
        return pa.array([None if value is None else encodable(value) for value in values], pa.large_string())


def encoded(numbers: Numbers, texts: Sequence[str | None]) -> pa.DictionaryArray:
    """For each row one of these texts by its place; null where that is negative."""
    places = pa.array(numbers.astype(np.int32), mask=numbers < 0)
    return pa.DictionaryArray.from_arrays(places, text_array(texts))


def _merged(first: tuple[ValueT, ...], second: tuple[ValueT, ...]) -> tuple[tuple[ValueT, ...], Numbers]:
    """The different values of both, and the new place of each of the second ones."""
    known = {value: number for number, value in enumerate(first)}
    places = np.array([known.setdefault(value, len(known)) for value in second], dtype=np.int64)
    return tuple(known), places


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
