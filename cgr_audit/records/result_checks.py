"""Result rows read by columns, and checked against each other, the items and the programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from cgr_audit.records.beside import Beside
from cgr_audit.records.json_text import RecordError
from cgr_audit.records.result_columns import ResultColumns, joined
from cgr_audit.records.result_reading import ResultColumnsBuilder, columns_of_file
from cgr_audit.records.rows import Item, ItemKey, ProgramRecord

__all__ = ["read_results"]

_UNKNOWN, _NOWHERE = -1, -2
"""In place of a digest: that there is none to compare with, and one that no row has."""


def read_results(
    path: Path,
    items: Mapping[ItemKey, Item],
    programs: Sequence[ProgramRecord],
    beside: Beside | None = None,
) -> ResultColumns:
    """The rows of ``results.jsonl``; none where there is no such file.

    Args:
        path: the file.
        items: those there are.
        programs: those there are.
        beside: a process that reads the last part, if any.

    Raises:
        RecordError: a line that its schema does not accept; else the first row whose key is there already, whose item
            is not there, or that is about other bytes than the program's.
    """
    results = _read(path, beside) if path.is_file() else ResultColumnsBuilder().finish()
    fault = min(_faults(results, items, programs), default=None)
    if fault is not None:
        row, reason = fault
        raise RecordError(f"{path}:{results.lines[row]}: {reason}")
    return results


def _read(path: Path, beside: Beside | None) -> ResultColumns:
    if beside is None:
        return columns_of_file(path)
    return joined(columns_of_file(path, 0, beside.start), beside.last_part())


def _faults(
    results: ResultColumns, items: Mapping[ItemKey, Item], programs: Sequence[ProgramRecord]
) -> Iterator[tuple[int, str]]:
    """The first row of each kind of fault, and what is wrong with it."""
    yield from _repeated(results)
    yield from _without_item(results, items)
    yield from _of_other_bytes(results, programs)
    for number, name in enumerate(results.solvers):
        if not name.strip():
            yield _first(results.solver == number), f"/solver: {name!r} is no name"
    for number, key in enumerate(results.programs):
        if not key.generator.strip():
            yield _first(results.program == number), f"/generator: {key.generator!r} is no name"


def _repeated(results: ResultColumns) -> Iterator[tuple[int, str]]:
    codes = results.program * max(len(results.solvers), 1) + results.solver
    order = np.argsort(codes, kind="stable")
    repeated = order[1:][codes[order][1:] == codes[order][:-1]]
    if len(repeated):
        row = int(repeated.min())
        earlier = results.lines[_first(codes == codes[row])]
        yield row, f"/sample: {tuple(results.key(row))} is there already, in line {earlier}"


def _without_item(results: ResultColumns, items: Mapping[ItemKey, Item]) -> Iterator[tuple[int, str]]:
    unknown = np.array([key.item_key not in items for key in results.programs], dtype=bool)
    if unknown.any():
        row = _first(unknown[results.program])
        key = results.programs[results.program[row]]
        if any(item.dataset == key.dataset for item in items):
            yield row, f"/item_id: items.jsonl has no {key.item_id!r} of {key.dataset!r}"
        else:
            yield row, f"/dataset: items.jsonl has no item of a dataset {key.dataset!r}"


def _of_other_bytes(results: ResultColumns, programs: Sequence[ProgramRecord]) -> Iterator[tuple[int, str]]:
    said = results.fields["program_sha256"].combine_chunks()
    place = {digest: number for number, digest in enumerate(said.dictionary.to_pylist())}
    held = {one.key: place.get(one.sha256, _NOWHERE) for one in programs}
    expected = np.array([held.get(key, _UNKNOWN) for key in results.programs], dtype=np.int64)[results.program]
    found = said.indices.fill_null(_UNKNOWN).to_numpy(zero_copy_only=False)
    differs = (found != _UNKNOWN) & (expected != _UNKNOWN) & (found != expected)
    if differs.any():
        yield _first(differs), "/program_sha256: programs.jsonl has other bytes for this row"


def _first(chosen: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> int:
    return int(np.argmax(chosen))
