"""A run from beginning to end: the folder it writes is a trace package of its own, made from the one that was run.

The source package is never touched. The folder holds a ledger next to the package's files: a run that was stopped goes
on where it was when the same command is given again. The manifest is written last, so a folder without one is
unfinished.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cgr_audit.errors import NothingCollectedError, UsageError
from cgr_audit.execution.configuration import configuration, run_solvers, settle_configuration
from cgr_audit.execution.control_plan import PlannedControl, control_work, matched_rows, plan_controls
from cgr_audit.execution.control_rows import FinishedControl, finished_controls
from cgr_audit.execution.finished import FILE as FINISHED
from cgr_audit.execution.ledger import Ledger
from cgr_audit.execution.plan import PackageRun, Plan, plan_run
from cgr_audit.execution.progress import NoProgress, RunProgress
from cgr_audit.execution.results import FinishedRow, ProvenanceOfRun, finished_rows, undetermined
from cgr_audit.execution.run import RunCounts, execute
from cgr_audit.execution.unfinished import FILE as UNFINISHED
from cgr_audit.execution.unfinished import note_plan
from cgr_audit.records.controls import CONTROL_CALLS, CONTROLS, control_call_record
from cgr_audit.records.lines import remove_unfinished, write_atomically, write_lines, write_shards
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import ControlRow, ResultRow, to_record
from cgr_audit.records.writing import write_derived, write_solvers
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.service import service_behind
from cgr_audit.source.contract import Contract, built_in_contracts

__all__ = [
    "LEDGER",
    "PackageVerdicts",
    "RunOutcome",
    "check_out_folder",
    "keep_contract",
    "require_counted_rows",
    "run_package",
    "write_rows",
]

LEDGER = "ledger.jsonl"
OWN_CONTRACT = "contract.toml"


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """What a run did and wrote."""

    folder: Path
    counts: RunCounts
    rows: tuple[ResultRow, ...]
    control_rows: int = 0


@dataclass(frozen=True, slots=True)
class PackageVerdicts:
    """What is kept of the judging next to the results."""

    verdicts: tuple[Mapping[str, Any], ...]
    """Records of ``verdicts.jsonl``."""
    findings: tuple[Mapping[str, Any], ...] = ()
    """Records of ``findings.jsonl``."""


def run_package(
    run: PackageRun,
    package_verdicts: PackageVerdicts,
    sandbox: Sandbox,
    out: Path,
    *,
    provenance: ProvenanceOfRun = undetermined,
    jobs: int = 1,
    progress: RunProgress | None = None,
) -> RunOutcome:
    """Run a package into a folder, or go on with a run that was stopped there.

    Args:
        run: the package, its verdicts, the solvers, and what else decides the results.
        package_verdicts: verdicts and findings, to be kept next to the results.
        sandbox: where programs run; its limits and component are those of the run's settings.
        out: the folder.
        provenance: says where an answer comes from, given the lines that ran.
        jobs: how many pieces of work are in flight; nothing that is written depends on it but measured times.
        progress: told how it goes.

    Raises:
        NothingCollectedError: there is nothing to run; nothing is written.
        UsageError: the folder is the package's own, in use by another run, or holds a run with another configuration.
        UsageError: the solver's service refuses every request, as with a wrong key.
        IncompleteError: the solver's service cannot be reached, or does not answer any more; what was finished is kept.
        LedgerWriteError: the ledger cannot be written; what was finished is kept.
        LedgerChangedError: something else changed the ledger.
        RecordError: a program's bytes are no longer those that were judged.
    """
    check_out_folder(out, run.package)
    progress = progress or NoProgress()
    plan = plan_run(run)
    if not plan.rows and not (run.settings.controls and run.package.items):
        raise NothingCollectedError(
            f"{run.package.folder}: {_why_nothing(run.package)}, so that there is nothing to run"
        )
    out.mkdir(parents=True, exist_ok=True)
    with Ledger(out / LEDGER, on_finished=lambda _digest: progress.finished()) as ledger:
        remove_unfinished(out)
        settle_configuration(
            out / "config.json", configuration(run), is_begun=len(ledger) > 0 or (out / "manifest.json").is_file()
        )
        for stale in (FINISHED, "manifest.json", "probes.jsonl", CONTROLS, CONTROL_CALLS):
            (out / stale).unlink(missing_ok=True)
        contract = keep_contract(
            out, run.settings.contract, run.settings.contract_origin, run.package.manifest.contract
        )
        _write_verdicts(out, run, package_verdicts)
        note_plan(out, run, plan, contract)
        for choice in (*run.choices, *filter(None, [run.generator])):
            service = service_behind(choice.solver)
            if service is not None:
                service.report = progress.retrying
        counts, controls = _execute(run, plan, ledger, sandbox, jobs, progress)
        rows = write_rows(out, finished_rows(run, plan, ledger, provenance))
        control_rows = _write_controls(out, finished_controls(run, controls, ledger)) if controls else 0
    write_derived(out, run.package, contract, rows, run.warnings)
    (out / UNFINISHED).unlink(missing_ok=True)
    return RunOutcome(out, counts, rows, control_rows)


def _execute(
    run: PackageRun, plan: Plan, ledger: Ledger, sandbox: Sandbox, jobs: int, progress: RunProgress
) -> tuple[RunCounts, tuple[PlannedControl, ...]]:
    """Do all work: programs, direct paths and what belongs to items first, then what their calls decide."""
    controls = plan_controls(run, plan, ledger)
    first = (*plan.work, *control_work(controls))
    known = {work.digest for work in first}
    still_to_come = matched_rows(run, plan) - sum(one.is_matched for one in controls)
    progress.started(len(first) + still_to_come, sum(digest in ledger for digest in known))
    counts = execute(run, first, ledger, sandbox, jobs=jobs)
    controls = plan_controls(run, plan, ledger)
    later = [work for work in control_work(controls) if work.digest not in known]
    counts += execute(run, later, ledger, sandbox, jobs=jobs)
    return counts, controls


def require_counted_rows(run: PackageRun) -> None:
    """Refuse a run that no figure could rest on.

    Raises:
        NothingCollectedError: there is nothing to run, or nothing under a solver that is registered.
    """
    rows = plan_run(run).rows
    solvers = {name for name, entry in run_solvers(run).items() if entry.registered}
    if not any(row.key.solver in solvers for row in rows):
        why = "every row is of a solver that is not registered in solvers.json" if rows else _why_nothing(run.package)
        instead = "" if run.package.programs else "; `cgr-audit run` asks items alone"
        said = f"{why}, so that there is nothing to say about accuracy{instead}"
        raise NothingCollectedError(f"{run.package.folder}: {said}")


def _why_nothing(package: TracePackage) -> str:
    return "it has no solvers and no rows" if package.programs else "it has no programs"


def check_out_folder(out: Path, package: TracePackage) -> None:
    """Refuse to write into the package that is read.

    Raises:
        UsageError: the folder is the package's, or inside it.
    """
    folder, source = Path(os.path.realpath(out)), Path(os.path.realpath(package.folder))
    if folder == source or source in folder.parents:
        raise UsageError(f"{out}: --out must be outside the package {package.folder}, which is never changed")


def write_rows(out: Path, finished: Iterator[FinishedRow]) -> tuple[ResultRow, ...]:
    """Write ``calls.jsonl`` and ``results.jsonl``; the rows."""
    rows: list[ResultRow] = []

    def calls() -> Iterator[Mapping[str, Any]]:
        for one in finished:
            rows.append(one.row)
            yield from map(to_record, one.calls)

    write_shards(out / "calls.jsonl", calls())
    write_shards(out / "results.jsonl", map(to_record, rows))
    return tuple(rows)


def _write_controls(out: Path, finished: Iterator[FinishedControl]) -> int:
    rows: list[ControlRow] = []

    def calls() -> Iterator[Mapping[str, Any]]:
        for one in finished:
            rows.append(one.row)
            yield from map(control_call_record, one.calls)

    write_lines(out / CONTROL_CALLS, calls())
    return write_lines(out / CONTROLS, map(to_record, rows))


def _write_verdicts(out: Path, run: PackageRun, package_verdicts: PackageVerdicts) -> None:
    """Write what is known before anything runs, so that what is done can be read at any time."""
    write_solvers(out, run_solvers(run))
    write_lines(out / "verdicts.jsonl", package_verdicts.verdicts)
    write_lines(out / "findings.jsonl", package_verdicts.findings)


def keep_contract(out: Path, contract: Contract, origin: str | None, own: str) -> str:
    """What the manifest names as the contract that was used, kept in the folder if it is a file.

    The file is not read again: it may have changed since the contract was loaded.

    Args:
        out: the folder of the package that is written.
        contract: the one that was used.
        origin: what it was loaded from; nothing if it is the package's own.
        own: what the manifest of the package that is read names.
    """
    name = own if origin is None else origin if origin in built_in_contracts() else OWN_CONTRACT
    if not name.endswith(".toml"):
        return name
    write_atomically(out / name, [contract.text.encode()])
    return name
