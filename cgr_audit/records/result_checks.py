"""Result rows read by columns, and checked against each other, the items and the programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from cgr_audit.records.facts import ItemFacts, ProgramFacts
from cgr_audit.records.faults import TOLD, Faults
from cgr_audit.records.result_columns import Numbers, ResultColumns
from cgr_audit.records.result_reading import ResultColumnsBuilder, columns_of_file
from cgr_audit.records.rows import ItemKey
from cgr_audit.records.shards import has_lines

__all__ = ["read_results"]

_UNKNOWN, _NOWHERE = -1, -2
"""In place of a digest: that there is none to compare with, and one that no row has."""


def read_results(
    path: Path,
    items: Mapping[ItemKey, ItemFacts],
    programs: Sequence[ProgramFacts],
    found: ResultColumns | None = None,
) -> ResultColumns:
    """The rows of ``results.jsonl``; none where there is no such file.

    Args:
        path: the file.
        items: those there are.
        programs: those there are.
        found: what other processes have read of the file.

    Raises:
        RecordError: a line that its schema does not accept; else the rows whose key is a duplicate, whose item is
            not there, or that are about other bytes than the program's.
    """
    results = found
    if results is None:
        results = columns_of_file(path) if has_lines(path) else ResultColumnsBuilder().finish()
    keys = {one.key: one.key for one in programs}
    results = replace(results, programs=tuple(keys.get(key, key) for key in results.programs))  # each key once
    kinds = [kind for kind in _faults(results, items, programs) if len(kind.rows)]
    if kinds:
        _tell(path, results, kinds)
    return results


class _Kind(NamedTuple):
    """Rows that have the same kind of fault."""

    rows: Numbers
    """Their places, ascending."""
    reason: Callable[[int], str]
    """What is wrong with a row, by its place."""


def _tell(path: Path, results: ResultColumns, kinds: Sequence[_Kind]) -> None:
    """Raise the first faults of all, in the order of the rows."""
    faults = Faults(path)
    first = sorted((row, number) for number, kind in enumerate(kinds) for row in kind.rows[:TOLD].tolist())[:TOLD]
    for row, number in first:
        faults.add(f"{path}:{results.lines[row]}: {kinds[number].reason(row)}")
    faults.add_more(sum(len(kind.rows) for kind in kinds) - len(first))
    faults.raise_any()


def _faults(
    results: ResultColumns, items: Mapping[ItemKey, ItemFacts], programs: Sequence[ProgramFacts]
) -> Iterator[_Kind]:
    """The rows of each kind of fault."""
    yield _repeated(results)
    yield _without_item(results, items)
    yield _of_other_bytes(results, programs)
    solvers, solver = results.solvers, results.solver
    blank = [number for number, name in enumerate(solvers) if not name.strip()]
    yield _Kind(_rows_of(solver, blank), lambda row: f"/solver: {solvers[solver[row]]!r} is not a name")
    keys, program = results.programs, results.program
    blank = [number for number, key in enumerate(keys) if not key.generator.strip()]
    yield _Kind(_rows_of(program, blank), lambda row: f"/generator: {keys[program[row]].generator!r} is not a name")


def _rows_of(column: Numbers, numbers: Sequence[int]) -> Numbers:
    """The places at which a column has one of some numbers."""
    return np.flatnonzero(np.isin(column, numbers)) if numbers else np.empty(0, dtype=np.int64)


def _repeated(results: ResultColumns) -> _Kind:
    codes = results.program.astype(np.int64) * max(len(results.solvers), 1) + results.solver
    order = np.argsort(codes, kind="stable")
    rows = np.sort(order[1:][codes[order][1:] == codes[order][:-1]])

    def reason(row: int) -> str:
        earlier = results.lines[int(np.argmax(codes == codes[row]))]
        return f"/sample: {tuple(results.key(row))} is a duplicate of line {earlier}"

    return _Kind(rows, reason)


def _without_item(results: ResultColumns, items: Mapping[ItemKey, ItemFacts]) -> _Kind:
    unknown = [number for number, key in enumerate(results.programs) if key.item_key not in items]

    def reason(row: int) -> str:
        key = results.programs[results.program[row]]
        if any(item.dataset == key.dataset for item in items):
            return f"/item_id: items.jsonl has no {key.item_id!r} of {key.dataset!r}"
        return f"/dataset: items.jsonl has no item of a dataset {key.dataset!r}"

    return _Kind(_rows_of(results.program, unknown), reason)


def _of_other_bytes(results: ResultColumns, programs: Sequence[ProgramFacts]) -> _Kind:
    said = results.fields["program_sha256"].combine_chunks()
    place = {digest: number for number, digest in enumerate(said.dictionary.to_pylist())}
    held = {one.key: place.get(one.sha256, _NOWHERE) for one in programs}
    expected = np.array([held.get(key, _UNKNOWN) for key in results.programs], dtype=np.int64)[results.program]
    found = said.indices.fill_null(_UNKNOWN).to_numpy(zero_copy_only=False)
    differs = (found != _UNKNOWN) & (expected != _UNKNOWN) & (found != expected)
    return _Kind(np.flatnonzero(differs), lambda _row: "/program_sha256: programs.jsonl has other bytes for this row")
