"""Verifying a whole package: its programs run again on its items and recorded calls, and every row is compared."""

from __future__ import annotations

import importlib.metadata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cgr_audit.execution.judged import Digests, Judged
from cgr_audit.execution.ledger import Ledger
from cgr_audit.execution.plan import PackageRun, RunSettings, SolverChoice, plan_run
from cgr_audit.execution.results import NOT_RUN, REFUSED, ProvenanceOfRun, finished_rows
from cgr_audit.execution.run import execute
from cgr_audit.execution.session import NoProgress, RunProgress
from cgr_audit.execution.verify.files import CALLS, PROGRAMS, VERDICTS
from cgr_audit.execution.verify.recorded import expected_origin, is_of_a_run, recorded_include, recorded_seed
from cgr_audit.execution.verify.rows import Comparison, verify_row
from cgr_audit.execution.verify.verification import Difference, Environment, Fuel, RowVerification, Verification
from cgr_audit.execution.verify.whole import compare_verdicts, compare_whole, judged_alike
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import CallRow, Origin, ResultRow, RowKey
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.replay import ReplaySolver, load_replay
from cgr_audit.version import VERSION

__all__ = ["Recording", "open_recording", "verify_package"]

NO_PROGRAM = "the package does not hold its program"


@dataclass(frozen=True, slots=True)
class Recording:
    """A package with its rows and calls at hand."""

    package: TracePackage
    rows: Mapping[RowKey, ResultRow]
    solver: ReplaySolver
    """Gives the recorded calls back; none where the package has no file of calls."""
    calls: Mapping[RowKey, Sequence[CallRow]]


@dataclass(frozen=True, slots=True)
class _Verdicts:
    """Verdict records by program id."""

    then: Mapping[str, Mapping[str, Any]]
    """Those of the recording; today's where it has none."""
    now: Mapping[str, Mapping[str, Any]]
    """Today's, on every program."""
    are_recorded: bool
    are_compared: bool
    """Whether the recording says, or should say, anything of them."""

    @property
    def recorded(self) -> Mapping[str, Mapping[str, Any]]:
        """Those of the recording only."""
        return self.then if self.are_recorded else {}

    @classmethod
    def of(cls, package: TracePackage, today: Iterable[Mapping[str, Any]]) -> _Verdicts:
        now = {record["program_id"]: record for record in today}
        if not package.has(VERDICTS):
            return cls(now, now, are_recorded=False, are_compared=is_of_a_run(package))
        then = {record["program_id"]: record for record in package.verdicts()}
        return cls(then, now, are_recorded=True, are_compared=True)


def open_recording(package: TracePackage) -> Recording:
    """Take rows and calls of an opened package."""
    path = package.folder / CALLS
    solver = load_replay(package.folder) if path.is_file() else ReplaySolver({}, str(path))
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
    judged = _Verdicts.of(package, verdicts)
    run = _replaying(recording, sandbox, digests, judged)
    comparison = Comparison(
        sandbox.interpreter.digest,
        package.config.get("component"),
        expected_origin(package),
        same_rules=_has_same_rules(package, judged, digests),
        has_calls=package.has(CALLS),
    )
    rows = {row.key: row for row in _rows(recording, run, sandbox, comparison, judged, provenance, jobs, progress)}
    rows |= {key: _without_program(recording.rows[key]) for key in recording.rows.keys() - rows.keys()}
    differences = [
        *compare_whole(package, sandbox.contract, recording.rows, recording.calls),
        *(compare_verdicts(package, judged.recorded, judged.now, digests) if judged.are_compared else ()),
    ]
    environment = _environment(recording, sandbox)
    return Verification(
        str(package.folder),
        environment,
        tuple(rows[key] for key in sorted(rows)),
        tuple(differences),
        (*_fuel_notes(rows.values()), *_notes(package, environment, judged, digests)),
    )


def _replaying(
    recording: Recording,
    sandbox: Sandbox,
    digests: Digests,
    verdicts: _Verdicts,
) -> PackageRun:
    package = recording.package
    judged = {name: _judged(verdicts.then.get(name, now), now) for name, now in verdicts.now.items()}
    spec = f"replay:{package.folder}"
    choice = SolverChoice(
        spec, recording.solver, spec, is_replay=True, rows=frozenset(recording.rows), solvers=package.solvers
    )
    settings = RunSettings(
        sandbox.contract,
        digests,
        sandbox.limits,
        sandbox.interpreter.digest,
        seed=recorded_seed(package),
        include=recorded_include(package, recording.rows.values()),
    )
    return PackageRun(package, judged, choice, settings)


def _judged(then: Mapping[str, Any], now: Mapping[str, Any]) -> Judged:
    """The recorded verdict, but for a program that is refused today."""
    record = now if now["verdict"] == REFUSED and then["verdict"] != REFUSED else then
    return Judged(
        record["program_id"], record["verdict"], tuple(record["reasons"]), tuple(record.get("explanations", ()))
    )


def _rows(
    recording: Recording,
    run: PackageRun,
    sandbox: Sandbox,
    comparison: Comparison,
    verdicts: _Verdicts,
    provenance: ProvenanceOfRun,
    jobs: int,
    progress: RunProgress | None,
) -> Iterator[RowVerification]:
    package = recording.package
    programs = {(one.dataset, one.item_id, one.generator, one.sample): one.program_id for one in package.programs}
    plan = plan_run(run)
    shown = progress or NoProgress()
    with (
        TemporaryDirectory(prefix="cgr-audit-verify-") as folder,
        Ledger(Path(folder) / "ledger.jsonl", on_finished=lambda _digest: shown.finished()) as ledger,
    ):
        shown.started(len(plan.work), 0)
        execute(run, plan, ledger, sandbox, jobs=jobs)
        for finished in finished_rows(run, plan, ledger, provenance):
            key = finished.row.key
            then = recording.rows[key]
            program_id = programs[key.dataset, key.item_id, key.generator, key.sample]
            judged = verdicts.then.get(program_id, verdicts.now[program_id])
            yield verify_row(
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


def _environment(recording: Recording, sandbox: Sandbox) -> Environment:
    config = recording.package.config
    named = {row.component for row in recording.rows.values() if row.component is not None}
    components = (config["component"],) if config.get("component") else tuple(sorted(named))
    versions_now = {"cgr-audit": VERSION, "wasmtime": importlib.metadata.version("wasmtime")}
    return Environment(components, sandbox.interpreter.digest, dict(config.get("versions", {})), versions_now)


def _has_same_rules(package: TracePackage, verdicts: _Verdicts, digests: Digests) -> bool:
    named = {record["rules"] for record in verdicts.then.values()} | {package.config.get("rules")}
    return named <= {digests.rules, None}


def _fuel_notes(rows: Collection[RowVerification]) -> Iterator[str]:
    """Why fuel was not compared, and in how many of the rows that have any."""
    counts: Counter[Fuel] = Counter(row.fuel for row in rows if row.fuel is not Fuel.NONE)
    for fuel, reason in (
        (Fuel.UNNAMED_COMPONENT, "the recording names no component"),
        (Fuel.OTHER_COMPONENT, "it was recorded under another component; all else is"),
    ):
        share = "" if counts[fuel] == counts.total() else f" in {counts[fuel]} of {counts.total()} rows"
        if counts[fuel]:
            yield f"fuel is not compared{share}: {reason}"


def _notes(
    package: TracePackage,
    environment: Environment,
    verdicts: _Verdicts,
    digests: Digests,
) -> Iterator[str]:
    for name, now in environment.versions_now.items():
        recorded = environment.versions.get(name)
        if recorded not in {None, now}:
            yield f"recorded with {name} {recorded}, verified with {now}"
    if not package.config:
        yield "the package has no config.json: default limits and the seed 0 are assumed"
    if not package.has(CALLS):
        yield "the package has no calls.jsonl: only what needs no solver can be verified"
    if not verdicts.are_recorded:
        yield "the package has no verdicts.jsonl: programs are judged by today's rules and policy"
    others = sum(not judged_alike(record, digests) for record in verdicts.then.values())
    if others:
        yield f"{others} verdicts rest on other rules, contract or policy than today's and are not compared"
    if not _has_same_rules(package, verdicts, digests):
        yield "executed_provenance is not compared: it rests on the rules, which are others today"
