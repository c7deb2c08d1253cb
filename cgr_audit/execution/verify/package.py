"""Verifying a whole package: its programs run again on its items and recorded calls, and every row is compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cgr_audit.execution.ledger import Ledger
from cgr_audit.execution.plan import PackageRun, RunSettings, SolverChoice, plan_run
from cgr_audit.execution.progress import NoProgress, RunProgress
from cgr_audit.execution.results import NOT_RUN, REFUSED, FinishedRow, ProvenanceOfRun, finished_rows
from cgr_audit.execution.run import execute
from cgr_audit.execution.verdict_checks import CheckedVerdict, Digests
from cgr_audit.execution.verify.controls import VerifiedControls, verify_controls
from cgr_audit.execution.verify.files import CALLS, PROGRAMS
from cgr_audit.execution.verify.recorded import (
    expected_origin,
    recorded_controls,
    recorded_include,
    recorded_parameters,
    recorded_seed,
)
from cgr_audit.execution.verify.recorded_environment import (
    RecordedVerdicts,
    environment_of,
    fuel_notes,
    has_same_rules,
    notes,
)
from cgr_audit.execution.verify.rows import Comparison, verify_row
from cgr_audit.execution.verify.verification import Difference, RowVerification, Verification
from cgr_audit.execution.verify.whole import compare_verdicts, compare_whole
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import CallRow, Origin, ResultRow, RowKey
from cgr_audit.records.shards import has_lines
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.replay import ReplaySolver, load_replay

__all__ = ["Recording", "open_recording", "verify_package"]

NO_PROGRAM = "the package does not hold its program"


@dataclass(frozen=True)
class Recording:
    """A package with its rows and calls at hand."""

    package: TracePackage
    rows: Mapping[RowKey, ResultRow]
    solver: ReplaySolver
    """Gives the recorded calls back; none where the package has no file of calls."""
    calls: Mapping[RowKey, Sequence[CallRow]]

    @cached_property
    def program_ids(self) -> Mapping[tuple[str, str, str, int], str]:
        """The ids of the package's programs by what their rows have in common."""
        return {program.key: program.program_id for program in self.package.programs}


def open_recording(package: TracePackage) -> Recording:
    """Take rows and calls of an opened package."""
    path = package.folder / CALLS
    solver = load_replay(package.folder) if has_lines(path) else ReplaySolver({}, str(path))
    calls: dict[RowKey, list[CallRow]] = defaultdict(list)
    for call in solver.calls.values():
        calls[call.key].append(call)
    return Recording(package, {row.key: row for row in package.results()}, solver, dict(calls))


def verify_package(
    recording: Recording,
    sandbox: Sandbox,
    digests: Digests,
    verdicts: Iterable[Mapping[str, Any]],
    *,
    provenance: ProvenanceOfRun,
    jobs: int = 1,
    progress: RunProgress | None = None,
) -> Verification:
    """Run what a package recorded again, and compare. Nothing is written to the package.

    Args:
        recording: the package; ``recorded.check_contract`` has accepted the sandbox's contract for it.
        sandbox: where programs run, under the recorded limits.
        digests: of today's rules, contract and policy.
        verdicts: today's on every program. What they refuse is never run, whatever the recording says.
        provenance: says where an answer comes from, given the lines that ran.
        jobs: how many pieces of work are in flight; the result does not depend on it.
        progress: told how it goes.

    Raises:
        RecordError: a program's bytes are no longer those that were recorded.
    """
    package = recording.package
    judged = RecordedVerdicts.of(package, verdicts)
    run = _replaying(recording, sandbox, digests, judged)
    comparison = Comparison(
        sandbox.interpreter.digest,
        package.config.get("component"),
        expected_origin(package),
        same_rules=has_same_rules(package, judged, digests),
        has_calls=package.has(CALLS),
    )
    verified, controls = _run_again(recording, run, sandbox, comparison, judged, provenance, jobs, progress)
    rows = {row.key: row for row in verified}
    rows |= {key: _without_program(recording.rows[key]) for key in recording.rows.keys() - rows.keys()}
    differences = [
        *compare_whole(package, sandbox.contract, recording.rows, recording.calls),
        *(compare_verdicts(package, judged.recorded, judged.now, digests) if judged.are_compared else ()),
        *controls.differences,
    ]
    environment = environment_of(package, recording.rows.values(), sandbox)
    return Verification(
        str(package.folder),
        environment,
        tuple(rows[key] for key in sorted(rows)),
        tuple(differences),
        (*fuel_notes(rows.values()), *notes(package, environment, judged, digests), *controls.notes),
        controls.verified,
    )


def _replaying(
    recording: Recording,
    sandbox: Sandbox,
    digests: Digests,
    verdicts: RecordedVerdicts,
) -> PackageRun:
    package = recording.package
    judged = {name: _judged(verdicts.then.get(name, now), now) for name, now in verdicts.now.items()}
    spec = f"replay:{package.folder}"
    choice = SolverChoice(
        spec,
        recording.solver,
        spec,
        is_replay=True,
        rows=frozenset(recording.rows),
        solvers=package.solvers,
        controls=frozenset(row.key for row in package.controls()),
    )
    settings = RunSettings(
        sandbox.contract,
        digests,
        sandbox.limits,
        sandbox.interpreter.digest,
        seed=recorded_seed(package),
        include=recorded_include(package, recording.rows.values()),
        parameters=recorded_parameters(package.folder),
        controls=recorded_controls(package.folder),
    )
    return PackageRun(package, judged, (choice,), settings)


def _judged(then: Mapping[str, Any], now: Mapping[str, Any]) -> CheckedVerdict:
    """The recorded verdict, but for a program that is refused today."""
    record = now if now["verdict"] == REFUSED and then["verdict"] != REFUSED else then
    return CheckedVerdict(
        record["program_id"], record["verdict"], tuple(record["reasons"]), tuple(record.get("explanations", ()))
    )


def _run_again(
    recording: Recording,
    run: PackageRun,
    sandbox: Sandbox,
    comparison: Comparison,
    verdicts: RecordedVerdicts,
    provenance: ProvenanceOfRun,
    jobs: int,
    progress: RunProgress | None,
) -> tuple[list[RowVerification], VerifiedControls]:
    plan = plan_run(run)
    shown = progress or NoProgress()
    with (
        TemporaryDirectory(prefix="cgr-audit-verify-") as folder,
        Ledger(Path(folder) / "ledger.jsonl", on_finished=lambda _digest: shown.finished()) as ledger,
    ):
        shown.started(len(plan.work), 0)
        execute(run, plan.work, ledger, sandbox, jobs=jobs)
        rows = finished_rows(run, plan, ledger, provenance)
        verified = [_row(recording, finished, comparison, verdicts) for finished in rows]
        return verified, verify_controls(run, plan, ledger, sandbox, recording.rows, jobs=jobs)


def _row(
    recording: Recording, finished: FinishedRow, comparison: Comparison, verdicts: RecordedVerdicts
) -> RowVerification:
    key, package = finished.row.key, recording.package
    then = recording.rows[key]
    program_id = recording.program_ids[key.dataset, key.item_id, key.generator, key.sample]
    judged = verdicts.then.get(program_id, verdicts.now[program_id])
    return verify_row(
        then,
        recording.calls.get(key, ()),
        replace(finished, row=replace(finished.row, verdict=judged["verdict"])),
        comparison,
        has_question=package.items[then.item_key].question is not None,
        blocked=_blocked(then, verdicts.now[program_id]),
    )


def _blocked(then: ResultRow, now: Mapping[str, Any]) -> str | None:
    """Why a program that ran then may not be run today."""
    did_not_run = then.verdict == REFUSED or then.outcome in {REFUSED, NOT_RUN}
    if now["verdict"] != REFUSED or did_not_run:
        return None
    return f"today's gate refuses its program, which therefore never runs: {', '.join(now['reasons']) or 'no code'}"


def _without_program(then: ResultRow) -> RowVerification:
    if then.origin == Origin.RECORDED:
        return RowVerification(then.key, reasons=(NO_PROGRAM,), is_run=False)
    lost = Difference(PROGRAMS, "program", then.program_sha256, None)
    return RowVerification(then.key, (lost,), is_run=False)
