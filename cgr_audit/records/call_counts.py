"""How many solver calls each attempt of each row made: what is left of ``calls.jsonl`` in tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cgr_audit.records.blocks import Block, Part, read_blocks
from cgr_audit.records.facts import ItemFacts
from cgr_audit.records.json_text import RecordError
from cgr_audit.records.result_columns import Numbers, ResultColumns
from cgr_audit.records.rows import Channel, ItemKey, ProgramKey
from cgr_audit.records.shards import has_lines

__all__ = ["METADATA", "CallCounts", "Calls", "calls_of_part", "count_calls", "joined_calls"]

METADATA = ("prompt_tokens", "response_tokens", "latency_s", "status", "parameters")
"""What a call may say besides its texts. In packages without statuses a call with a response is an answered one."""

_FIELDS = (*ProgramKey._fields, "solver", "channel", "attempt", "call_index", "response", *METADATA)
_CHANNELS = {channel.value: number for number, channel in enumerate(Channel)}
_LARGEST = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True, eq=False)
class CallCounts:
    """One element for each attempt of a path that made any call."""

    programs: tuple[ProgramKey, ...]
    """Those of the result rows, in their order, then those that only calls are about."""
    program: Numbers
    """Which of them each attempt belongs to."""
    solvers: tuple[str, ...]
    solver: Numbers
    row: Numbers
    """The row's place among the result rows; -1 for calls of a row that is not there."""
    channel: Numbers
    """0 for the direct path, 1 for the assisted one."""
    attempt: Numbers
    """Counted from 1."""
    calls: Numbers
    saying: Mapping[str, Numbers]
    """How many of these calls say each of ``METADATA``."""
    total: int = 0
    without_row: int = 0
    """Calls of rows that ``results.jsonl`` does not have."""
    first_without_row: int | None = None
    """The line of the first of them."""


PartOfCalls = tuple[Mapping[str, "Numbers"], Sequence[Any], Sequence[str], int]
"""The calls of a part of the file as numbers, which programs and solvers they name, and how many lines it has."""


def count_calls(
    path: Path,
    results: ResultColumns,
    items: Mapping[ItemKey, ItemFacts],
    found: Calls | None = None,
) -> CallCounts:
    """Read ``calls.jsonl`` once, each line checked.

    Args:
        path: the file; where there is none, there are no calls.
        results: the rows that they belong to.
        items: those there are.
        found: what other processes have read of the file.

    Raises:
        RecordError: a bad line, a call about an item that is not there, a duplicate call.
    """
    empty = np.empty(0, dtype=np.int64)
    if not has_lines(path):
        nothing = dict.fromkeys(METADATA, empty)
        return CallCounts((), empty, (), empty, empty, empty, empty, empty, nothing)
    calls = Calls(results.programs, results.solvers)
    if found is not None:
        calls.add_part(found.numbers(), list(found.programs), list(found.solvers), 0)
    else:
        for block in read_blocks(path, "call", _FIELDS):
            calls.add(block)
    return calls.counts(path, items, results)


def calls_of_part(part: Part) -> PartOfCalls:
    """The calls of a part of ``calls.jsonl``.

    Raises:
        RecordError: a line that its schema does not accept.
    """
    calls = Calls((), ())
    for block in read_blocks(part, "call", _FIELDS):
        calls.add(block)
    return calls.numbers(), list(calls.programs), list(calls.solvers), part.lines()


def joined_calls(parts: Iterable[PartOfCalls]) -> Calls:
    """The calls of the parts of a file one after the other."""
    calls = Calls((), ())
    for part in parts:
        calls.add_part(*part)
    return calls


class Calls:
    """The calls as numbers, in the order of the file."""

    def __init__(self, programs: Sequence[ProgramKey], solvers: Sequence[str]) -> None:
        self.programs: dict[Any, int] = {key: number for number, key in enumerate(programs)}
        self.solvers = {name: number for number, name in enumerate(solvers)}
        self._lines = 0
        self._parts: dict[str, list[Numbers]] = {
            name: [] for name in ("line", "program", "solver", "channel", "attempt", "call_index", *METADATA)
        }

    def add(self, block: Block) -> None:
        """Add the calls of a block."""
        columns, programs, solvers = block.columns, self.programs, self.solvers
        keys = zip(*(columns[name] for name in ProgramKey._fields), strict=True)
        parts = {
            "line": block.lines,
            "program": [programs.setdefault(key, len(programs)) for key in keys],
            "solver": [solvers.setdefault(name, len(solvers)) for name in columns["solver"]],
            "channel": [_CHANNELS[name] for name in columns["channel"]],
            "attempt": columns["attempt"],
            "call_index": columns["call_index"],
            **{name: [value is not None for value in columns[name]] for name in METADATA},
            "status": [
                not (status is None and response is None)
                for status, response in zip(columns["status"], columns["response"], strict=True)
            ],
        }
        for name, values in parts.items():
            self._parts[name].append(np.asarray(values, dtype=np.int64))

    def add_part(
        self, numbers: Mapping[str, Numbers], programs: Sequence[Any], solvers: Sequence[str], lines: int
    ) -> None:
        """Add the calls of a part that was read elsewhere, the next in the file."""
        places = {
            "program": [self.programs.setdefault(key, len(self.programs)) for key in programs],
            "solver": [self.solvers.setdefault(name, len(self.solvers)) for name in solvers],
        }
        numbers = {**numbers, "line": numbers["line"] + self._lines}
        for name, values in numbers.items():
            theirs = np.array(places[name], dtype=np.int64) if name in places else None
            self._parts[name].append(values if theirs is None else theirs[values])
        self._lines += lines

    def numbers(self) -> dict[str, Numbers]:
        """What is known of the calls, by name, one number for each call."""
        empty = np.empty(0, dtype=np.int64)
        return {name: np.concatenate([empty, *parts]) for name, parts in self._parts.items()}

    def counts(self, path: Path, items: Mapping[ItemKey, ItemFacts], results: ResultColumns) -> CallCounts:
        """Check the calls against each other and the items, and count those of each attempt."""
        found = self.numbers()
        self._check_items(path, items, found)
        row = self._rows(found, results)
        attempt_of, _ = _numbered(found["program"], found["solver"], found["channel"], found["attempt"])
        _check_different(path, found["line"], attempt_of, found["call_index"])
        _, first, place, calls = np.unique(attempt_of, return_index=True, return_inverse=True, return_counts=True)
        lost = np.flatnonzero(row < 0)
        return CallCounts(
            programs=tuple(ProgramKey(*key) for key in self.programs),
            program=found["program"][first],
            solvers=tuple(self.solvers),
            solver=found["solver"][first],
            row=row[first],
            channel=found["channel"][first],
            attempt=found["attempt"][first],
            calls=calls,
            saying={name: np.bincount(place, found[name], minlength=len(calls)).astype(np.int64) for name in METADATA},
            total=len(row),
            without_row=len(lost),
            first_without_row=int(found["line"][lost[0]]) if len(lost) else None,
        )

    def _check_items(self, path: Path, items: Mapping[ItemKey, ItemFacts], found: Mapping[str, Numbers]) -> None:
        keys = [ProgramKey(*key) for key in self.programs]
        unknown = np.array([key.item_key not in items for key in keys], dtype=bool)
        if unknown.any():
            place = int(np.argmax(unknown[found["program"]]))
            key = keys[found["program"][place]]
            where = f"{path}:{found['line'][place]}"
            raise RecordError(f"{where}: /item_id: items.jsonl has no {key.item_id!r} of {key.dataset!r}")

    def _rows(self, found: Mapping[str, Numbers], results: ResultColumns) -> Numbers:
        """The place of each call's row among the result rows, or -1."""
        width = len(self.solvers)
        known = results.program.astype(np.int64) * width + results.solver
        order = np.argsort(known, kind="stable")
        wanted = found["program"] * width + found["solver"]
        if not len(known):
            return np.full(len(wanted), -1, dtype=np.int64)
        place = np.minimum(np.searchsorted(known[order], wanted), len(known) - 1)
        rows: Numbers = np.where(known[order][place] == wanted, order[place], -1)
        return rows


def _numbered(*columns: Numbers) -> tuple[Numbers, int]:
    """One number for each different combination, and how many numbers there may be."""
    numbers, width = columns[0], int(columns[0].max(initial=0)) + 1
    for column in columns[1:]:
        values, size = column, int(column.max(initial=0)) + 1
        if width * size > _LARGEST:
            numbers = np.unique(numbers, return_inverse=True)[1]
            values = np.unique(column, return_inverse=True)[1]
            width, size = int(numbers.max(initial=0)) + 1, int(values.max(initial=0)) + 1
        numbers, width = numbers * size + values, width * size
    return numbers, width


def _check_different(path: Path, lines: Numbers, attempt_of: Numbers, call_index: Numbers) -> None:
    codes, _ = _numbered(attempt_of, call_index)
    if len(codes) < 2 or bool(np.all(np.diff(codes) > 0)):
        return
    order = np.argsort(codes, kind="stable")
    repeated = order[1:][codes[order][1:] == codes[order][:-1]]
    if len(repeated):
        raise RecordError(f"{path}:{lines[repeated.min()]}: /call_index: duplicate call of this row")
