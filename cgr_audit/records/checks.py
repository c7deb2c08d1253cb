"""Whether the files of a package agree with each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cgr_audit.records.faults import Faults, telling_all_lines
from cgr_audit.records.presence import is_there
from cgr_audit.records.rows import ItemKey, RowKey, SolverEntry
from cgr_audit.records.warning_kinds import PackageWarning
from cgr_audit.source.contract import Contract

if TYPE_CHECKING:
    from cgr_audit.records.call_counts import CallCounts
    from cgr_audit.records.facts import ItemFacts, ProgramFacts
    from cgr_audit.records.parts import Ahead
    from cgr_audit.records.result_columns import ResultColumns

__all__ = ["Checked", "Consistency", "check_consistency"]


@dataclass(frozen=True, slots=True)
class Consistency:
    """What does not match and is not a reason to refuse a package: it is counted and shown."""

    results: int
    calls: int
    results_without_program: tuple[RowKey, ...]
    """Rows whose program is not in the package."""
    programs_without_result: tuple[str, ...]
    """Ids of programs that no row is about."""
    unregistered_solvers: tuple[str, ...]
    """Solvers with rows that ``solvers.json`` does not register: their rows are left out of every figure."""
    notes: tuple[PackageWarning, ...] = ()
    """All of that, and what else is worth saying: each kind once, with its count and its first line."""


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """What reading the files once has given."""

    consistency: Consistency
    results: ResultColumns = field(repr=False)
    calls: CallCounts = field(repr=False)
    judged: Mapping[str, Mapping[str, Sequence[Any]]] = field(repr=False)
    """By file, such as ``verdicts.jsonl``, the fields of its records that tables need, by columns."""
    controls: Mapping[str, int] = field(default_factory=dict)
    """How many records ``controls.jsonl`` and ``control_calls.jsonl`` hold, where they are there."""


_ABOUT_PROGRAMS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "verdicts.jsonl": ("verdict", ("program_id", "verdict", "reasons", "rules", "contract")),
    "findings.jsonl": ("finding", ("program_id", "code")),
    "probes.jsonl": ("probe", ("program_id", "item_id", "sensitivity", "fallback", "disagreement")),
}
"""The files of records about programs: the schema of each, and the fields that tables need."""


def check_consistency(
    folder: Path,
    items: Mapping[ItemKey, ItemFacts],
    solvers: Mapping[str, SolverEntry],
    programs: Sequence[ProgramFacts],
    lines: Sequence[int],
    *,
    contract: Contract | None = None,
    ahead: Ahead,
) -> Checked:
    """Read result rows, calls, controls, verdicts, findings and probes once, each line checked.

    Args:
        folder: the package.
        items: its items.
        solvers: its solvers.
        programs: its programs.
        lines: the numbers of the lines in which items stand.
        contract: what answers are, if that is known.
        ahead: what other processes read of large files.

    Raises:
        RecordError: a bad line, a duplicate key, a row about an item that is not there, a row, verdict or
            probe about other bytes than the program's.
    """
    # They import numpy and pyarrow, which cost start-up time.
    from cgr_audit.records.call_counts import count_calls, joined_calls  # noqa: PLC0415
    from cgr_audit.records.controls import check_controls  # noqa: PLC0415
    from cgr_audit.records.parts import found_ahead  # noqa: PLC0415
    from cgr_audit.records.result_checks import read_results  # noqa: PLC0415
    from cgr_audit.records.result_reading import joined_columns  # noqa: PLC0415
    from cgr_audit.records.warning_checks import rows_without_program, warnings_of  # noqa: PLC0415

    with telling_all_lines(folder / "results.jsonl", "result"):
        path = folder / "results.jsonl"
        results = read_results(path, items, programs, found_ahead(ahead, path, joined_columns))
    with telling_all_lines(folder / "calls.jsonl", "call"):
        path = folder / "calls.jsonl"
        calls = count_calls(path, results, items, found_ahead(ahead, path, joined_calls))
    judged = _judged(folder, {entry.program_id: entry for entry in programs})
    answered = set(results.programs)
    without_result = (one.program_id for one in programs if one.key not in answered)
    consistency = Consistency(
        results=len(results),
        calls=calls.total,
        results_without_program=tuple(sorted(rows_without_program(results, programs))),
        programs_without_result=tuple(sorted(without_result)),
        unregistered_solvers=tuple(sorted(name for name in results.solvers if not _is_registered(solvers, name))),
        notes=tuple(warnings_of(results, calls, items, solvers, programs, lines, contract)),
    )
    return Checked(consistency, results, calls, judged, check_controls(folder, items.keys(), solvers.keys()))


def _judged(folder: Path, programs: Mapping[str, ProgramFacts]) -> dict[str, dict[str, list[Any]]]:
    """What is there about programs, each line checked."""
    found = {}
    for name, (schema, fields) in _ABOUT_PROGRAMS.items():
        if is_there(folder / name):
            with telling_all_lines(folder / name, schema):
                found[name] = _about_programs(folder / name, schema, fields, programs)
    return found


def _about_programs(
    path: Path, schema: str, fields: Sequence[str], programs: Mapping[str, ProgramFacts]
) -> dict[str, list[Any]]:
    from cgr_audit.records.blocks import read_blocks  # noqa: PLC0415  it imports numpy

    found: dict[str, list[Any]] = {name: [] for name in fields}
    faults = Faults(path)
    judged: dict[str, int] = {}
    held: dict[Any, Any] = {name: program.program_id for name, program in programs.items()}

    def once(value: Any) -> Any:
        """The first of the texts or lists of texts that are the same."""
        if isinstance(value, str):
            return held.setdefault(value, value)
        return held.setdefault(tuple(value), value) if isinstance(value, list) else value

    for block in read_blocks(path, schema, ("sha256", *fields)):
        columns = block.columns
        for number, program_id, sha256 in zip(block.lines, columns["program_id"], columns["sha256"], strict=True):
            program = programs.get(program_id)
            if program is None:
                faults.add(f"{path}:{number}: /program_id: programs.jsonl has no {program_id!r}")
            elif sha256 is not None and sha256 != program.sha256:
                said = f"programs.jsonl has other bytes for {program_id!r}; regenerate {path.name}"
                faults.add(f"{path}:{number}: /sha256: {said}")
            elif schema == "verdict" and program_id in judged:
                faults.add(f"{path}:{number}: /program_id: already judged in line {judged[program_id]}")
            judged.setdefault(program_id, number)
        for name, values in found.items():
            values.extend(map(once, columns[name]))
    faults.raise_any()
    return found


def _is_registered(solvers: Mapping[str, SolverEntry], name: str) -> bool:
    return name in solvers and solvers[name].registered
