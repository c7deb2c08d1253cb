"""The finished rows of an unfinished run, as a package of their own: for figures of what is done so far.

A run records what it will do next to its ledger. Whoever reads that, and the ledger, knows which rows are done; the
run is not disturbed and its folder not written to.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.execution.ledger import FinishedWork
from cgr_audit.execution.plan import PackageRun, Plan, PlannedRow, RunSettings, SolverChoice
from cgr_audit.execution.results import ProvenanceOfRun, finished_rows
from cgr_audit.execution.session import LEDGER, write_rows
from cgr_audit.execution.unfinished import FILE
from cgr_audit.execution.verdict_checks import CheckedVerdict, Digests
from cgr_audit.records.json_text import RecordError
from cgr_audit.records.lines import read_lines
from cgr_audit.records.package import TracePackage, open_package
from cgr_audit.records.rows import RowKey
from cgr_audit.records.warning_kinds import PackageWarning, WarningKind
from cgr_audit.records.writing import write_derived
from cgr_audit.sandbox.limits import Limits
from cgr_audit.solvers.fail import FailingSolver
from cgr_audit.source.contract import Contract, load_contract

__all__ = ["is_unfinished", "partial_package"]

_COPIED = ("config.json", "solvers.json", "verdicts.jsonl", "findings.jsonl")

ProvenanceOf = Callable[[TracePackage, Contract], ProvenanceOfRun]


def is_unfinished(folder: Path) -> bool:
    """Whether a folder holds an unfinished run."""
    return (folder / LEDGER).is_file() and not (folder / "manifest.json").is_file()


def partial_package(folder: Path, into: Path, provenance_of: ProvenanceOf) -> TracePackage:
    """The rows that are done, as a package that says of itself that it is a part.

    Controls are not in it: what they are compared with may not be done.

    Args:
        folder: of the run.
        into: an empty folder to write the package to.
        provenance_of: says where answers come from, given the package that is run and its contract.

    Raises:
        UsageError: it is not known what the run was to do, or the package that is run is no longer there as it was.
        RecordError: a record of the run or its package is bad.
    """
    recorded = _read_plan(folder / FILE)
    source = _source(folder, recorded)
    name = recorded["contract"]
    for known in (*_COPIED, *((name,) if name.endswith(".toml") else ())):
        if (folder / known).is_file():
            shutil.copyfile(folder / known, into / known)
    contract = load_contract(str(into / name) if (into / name).is_file() else name)
    planned = _planned(folder, source, recorded)
    work = FinishedWork(folder / LEDGER)
    done = tuple(row for row in planned if all(part is None or part in work for part in (row.direct, row.assisted)))
    choice = SolverChoice("", FailingSolver(), "", is_replay=recorded["is_replay"])
    run = PackageRun(source, {}, (choice,), RunSettings(contract, Digests("", "", ""), Limits(), ""))
    rows = write_rows(into, finished_rows(run, Plan(done, ()), work, provenance_of(source, contract)))
    warnings = [*map(PackageWarning.from_record, recorded["warnings"]), _note(len(done), len(planned))]
    write_derived(into, source, name, rows, warnings)
    return open_package(into)


def _note(done: int, planned: int) -> PackageWarning:
    share = 100 * done / planned if planned else 0.0
    message = (
        f"partial: {done:,} of {planned:,} rows are done ({share:.1f} %), and the others in no figure, nor are "
        "controls; rows of programs that are not run are done first, then datasets and items in order"
    )
    return PackageWarning(WarningKind.PARTIAL_RUN, LEDGER, None, planned - done, message)


def _read_plan(path: Path) -> dict[str, Any]:
    try:
        record: dict[str, Any] = json.loads(path.read_bytes())
    except FileNotFoundError:
        said = "no such file, so that it is not known what the run was to do; rerun the same command to resume it"
        raise UsageError(f"{path}: {said}") from None
    except ValueError as error:
        raise RecordError(f"{path}: not JSON: {error}") from error
    return record


def _source(folder: Path, recorded: Mapping[str, Any]) -> TracePackage:
    source = open_package(Path(recorded["package"]))
    if source.manifest.digest != recorded["manifest_sha256"]:
        raise UsageError(f"{folder}: the package that is run, {source.folder}, has changed since the run began")
    return source


def _planned(folder: Path, source: TracePackage, recorded: Mapping[str, Any]) -> list[PlannedRow]:
    programs = {program.program_id: program for program in source.programs}
    judged = {
        one["program_id"]: CheckedVerdict.from_record(one)
        for _, one in read_lines(folder / "verdicts.jsonl", "verdict")
    }
    return [
        PlannedRow(RowKey(*key), programs[program_id], judged[program_id], direct, assisted)
        for *key, program_id, direct, assisted in recorded["rows"]
    ]
