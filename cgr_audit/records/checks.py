"""Whether the files of a package agree with each other."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cgr_audit.records.lines import RecordError, read_lines
from cgr_audit.records.rows import (
    CallRow,
    Item,
    ItemKey,
    ProgramRecord,
    ResultRow,
    RowKey,
    SolverEntry,
    from_record,
)

__all__ = ["Consistency", "check_consistency"]


@dataclass(frozen=True, slots=True)
class Consistency:
    """What does not match and is no reason to refuse a package: it is counted and shown."""

    results: int
    calls: int
    results_without_program: tuple[RowKey, ...]
    """Rows whose program is not in the package."""
    programs_without_result: tuple[str, ...]
    """Ids of programs that no row is about."""
    unregistered_solvers: tuple[str, ...]
    """Solvers with rows that ``solvers.json`` does not register: their rows are left out of every figure."""


def check_consistency(
    folder: Path,
    items: Mapping[ItemKey, Item],
    solvers: Mapping[str, SolverEntry],
    programs: Sequence[ProgramRecord],
) -> Consistency:
    """Read result rows, calls, verdicts, findings and probes once, each line checked.

    Raises:
        RecordError: a bad line, a key that is there twice, a row about an item that is not there, a row, verdict or
            probe about other bytes than the program's.
    """
    by_row = {(entry.dataset, entry.item_id, entry.generator, entry.sample): entry for entry in programs}
    rows = _check_results(folder / "results.jsonl", items, by_row)
    calls = _check_calls(folder / "calls.jsonl", items)
    _check_about_programs(folder, {entry.program_id: entry for entry in programs})
    with_program = {key for key in rows if _program_part(key) in by_row}
    answered = {_program_part(key) for key in with_program}
    return Consistency(
        results=len(rows),
        calls=calls,
        results_without_program=tuple(sorted(set(rows) - with_program)),
        programs_without_result=tuple(sorted(by_row[part].program_id for part in by_row if part not in answered)),
        unregistered_solvers=tuple(sorted({key.solver for key in rows if not _is_registered(solvers, key.solver)})),
    )


def _check_results(
    path: Path, items: Mapping[ItemKey, Item], programs: Mapping[tuple[str, str, str, int], ProgramRecord]
) -> dict[RowKey, int]:
    lines: dict[RowKey, int] = {}
    if not path.is_file():
        return lines
    for number, record in read_lines(path, "result"):
        row = from_record(ResultRow, record)
        where = f"{path}:{number}"
        if row.key in lines:
            raise RecordError(f"{where}: /sample: {tuple(row.key)} is there already, in line {lines[row.key]}")
        if row.item_key not in items:
            raise RecordError(f"{path}:{number}: /item_id: items.jsonl has no {row.item_id!r} of {row.dataset!r}")
        program = programs.get(_program_part(row.key))
        if program is not None and row.program_sha256 not in {None, program.sha256}:
            raise RecordError(f"{path}:{number}: /program_sha256: programs.jsonl has other bytes for this row")
        lines[row.key] = number
    return lines


def _check_calls(path: Path, items: Mapping[ItemKey, Item]) -> int:
    """The number of calls. Keys are kept as 16-byte digests, since there may be many."""
    seen: set[bytes] = set()
    if not path.is_file():
        return 0
    for number, record in read_lines(path, "call"):
        call = from_record(CallRow, record)
        if ItemKey(call.dataset, call.item_id) not in items:
            raise RecordError(f"{path}:{number}: /item_id: items.jsonl has no {call.item_id!r} of {call.dataset!r}")
        key = repr((*call.key, call.channel, call.attempt, call.call_index)).encode("utf-8", "surrogatepass")
        digest = hashlib.blake2b(key, digest_size=16).digest()
        if digest in seen:
            raise RecordError(f"{path}:{number}: /call_index: this call of this row is there already")
        seen.add(digest)
    return len(seen)


def _check_about_programs(folder: Path, programs: Mapping[str, ProgramRecord]) -> None:
    for name, schema in (("verdicts.jsonl", "verdict"), ("findings.jsonl", "finding"), ("probes.jsonl", "probe")):
        path = folder / name
        if not path.is_file():
            continue
        judged: dict[str, int] = {}
        for number, record in read_lines(path, schema):
            program_id = record["program_id"]
            if program_id not in programs:
                raise RecordError(f"{path}:{number}: /program_id: programs.jsonl has no {program_id!r}")
            if record.get("sha256", programs[program_id].sha256) != programs[program_id].sha256:
                raise RecordError(
                    f"{path}:{number}: /sha256: programs.jsonl has other bytes for {program_id!r}; make {name} anew"
                )
            if schema == "verdict" and program_id in judged:
                raise RecordError(f"{path}:{number}: /program_id: judged already, in line {judged[program_id]}")
            judged[program_id] = number


def _program_part(key: RowKey) -> tuple[str, str, str, int]:
    return (key.dataset, key.item_id, key.generator, key.sample)


def _is_registered(solvers: Mapping[str, SolverEntry], name: str) -> bool:
    return name in solvers and solvers[name].registered
