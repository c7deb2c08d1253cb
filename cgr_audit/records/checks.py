"""Whether the files of a package agree with each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cgr_audit.records.lines import RecordError
from cgr_audit.records.notes import Note
from cgr_audit.records.rows import Item, ItemKey, ProgramRecord, RowKey, SolverEntry

if TYPE_CHECKING:
    from cgr_audit.records.beside import Beside
    from cgr_audit.records.call_counts import CallCounts
    from cgr_audit.records.result_columns import ResultColumns

__all__ = ["Checked", "Consistency", "Lines", "check_consistency", "is_there"]


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
    notes: tuple[Note, ...] = ()
    """All of that, and what else is worth saying: each kind once, with its count and its first line."""


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """What reading the files once has given."""

    consistency: Consistency
    results: ResultColumns = field(repr=False)
    calls: CallCounts = field(repr=False)


class Lines(NamedTuple):
    """The numbers of the lines in which items and programs stand."""

    items: Mapping[ItemKey, int]
    programs: Mapping[str, int]


def check_consistency(
    folder: Path,
    items: Mapping[ItemKey, Item],
    solvers: Mapping[str, SolverEntry],
    programs: Sequence[ProgramRecord],
    lines: Lines,
    beside: Beside | None = None,
) -> Checked:
    """Read result rows, calls, verdicts, findings and probes once, each line checked.

    Args:
        folder: the package.
        items: its items.
        solvers: its solvers.
        programs: its programs.
        lines: where items and programs stand.
        beside: a process that reads the second half of the result rows, if any.

    Raises:
        RecordError: a bad line, a key that is there twice, a row about an item that is not there, a row, verdict or
            probe about other bytes than the program's.
    """
    # They import numpy and pyarrow, which cost start-up time.
    from cgr_audit.records.call_counts import count_calls  # noqa: PLC0415
    from cgr_audit.records.noting import notes_of, rows_without_program  # noqa: PLC0415
    from cgr_audit.records.result_checks import read_results  # noqa: PLC0415

    results = read_results(folder / "results.jsonl", items, programs, beside)
    calls = count_calls(folder / "calls.jsonl", results, items)
    _check_about_programs(folder, {entry.program_id: entry for entry in programs})
    answered = set(results.programs)
    without_result = (one.program_id for one in programs if one.key not in answered)
    consistency = Consistency(
        results=len(results),
        calls=calls.total,
        results_without_program=tuple(sorted(rows_without_program(results, programs))),
        programs_without_result=tuple(sorted(without_result)),
        unregistered_solvers=tuple(sorted(name for name in results.solvers if not _is_registered(solvers, name))),
        notes=tuple(notes_of(results, calls, items, solvers, programs, lines)),
    )
    return Checked(consistency, results, calls)


def is_there(path: Path) -> bool:
    """Whether a file is there, which a package may do without.

    Raises:
        RecordError: something else is there in its place.
    """
    if path.is_file():
        return True
    if path.exists() or path.is_symlink():
        raise RecordError(f"{path}: not a file")
    return False


def _check_about_programs(folder: Path, programs: Mapping[str, ProgramRecord]) -> None:
    for name, schema in (("verdicts.jsonl", "verdict"), ("findings.jsonl", "finding"), ("probes.jsonl", "probe")):
        path = folder / name
        if not is_there(path):
            continue
        judged: dict[str, int] = {}
        for number, program_id, sha256 in _about_programs(path, schema):
            if program_id not in programs:
                raise RecordError(f"{path}:{number}: /program_id: programs.jsonl has no {program_id!r}")
            if sha256 is not None and sha256 != programs[program_id].sha256:
                raise RecordError(
                    f"{path}:{number}: /sha256: programs.jsonl has other bytes for {program_id!r}; make {name} anew"
                )
            if schema == "verdict" and program_id in judged:
                raise RecordError(f"{path}:{number}: /program_id: judged already, in line {judged[program_id]}")
            judged[program_id] = number


def _about_programs(path: Path, schema: str) -> Iterator[tuple[int, str, str | None]]:
    from cgr_audit.records.blocks import read_blocks  # noqa: PLC0415  it imports numpy

    for block in read_blocks(path, schema, ("program_id", "sha256")):
        yield from zip(block.lines, block.columns["program_id"], block.columns["sha256"], strict=True)


def _is_registered(solvers: Mapping[str, SolverEntry], name: str) -> bool:
    return name in solvers and solvers[name].registered
