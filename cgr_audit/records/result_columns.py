"""Result rows by columns: what tables over a million rows are made of.

Texts that are there many times (keys, answers) are held once, with a number for each row that says which it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa

from cgr_audit.records.rows import ProgramKey, RowKey

__all__ = [
    "Numbers",
    "ResultColumns",
    "encodable",
    "encoded",
    "ordered",
    "text_array",
]

Numbers: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.integer[Any]]]"


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
