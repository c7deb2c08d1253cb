"""What a run has to do: its rows, the pieces of work they need, and the key that each piece is kept under."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, asdict, dataclass, field
from pathlib import Path
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.execution.controls import ControlChoice
from cgr_audit.execution.ledger import key_digest
from cgr_audit.execution.verdict_checks import CheckedVerdict, Digests
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import (
    Channel,
    ControlKey,
    ControlName,
    Item,
    ItemKey,
    ProgramRecord,
    RowKey,
    SolverEntry,
)
from cgr_audit.records.warning_kinds import PackageWarning
from cgr_audit.sandbox.limits import Limits
from cgr_audit.solvers.cached import connections_of
from cgr_audit.solvers.interface import Solver
from cgr_audit.source.contract import Contract

__all__ = [
    "PackageRun",
    "Plan",
    "PlannedRow",
    "RunSettings",
    "SolverChoice",
    "Work",
    "direct_work",
    "item_digest",
    "plan_run",
]


@dataclass(frozen=True, slots=True)
class SolverChoice:
    """The solver."""

    spec: str
    """As ``--solver`` said it."""
    solver: Solver
    identity: str
    """What decides its answers: the SPEC, or for a replay the digest of the recorded calls."""
    _: KW_ONLY
    is_replay: bool
    """Whether answers are recorded ones: then recorded rows are run again, each with its own direct path."""
    rows: frozenset[RowKey] = frozenset()
    """The rows of the recording that is replayed; empty where it has none."""
    solvers: Mapping[str, SolverEntry] = field(default_factory=dict)
    """What the recording says of the solvers that it has answers of."""
    controls: frozenset[ControlKey] | None = None
    """The control rows of the recording that is replayed; null where any may be asked."""
    recording: Path | None = None
    """The folder of the recording that is replayed."""

    def in_flight(self, jobs: int) -> int:
        """How many pieces of work are under way at a time, where ``jobs`` of them compute: some wait for the solver."""
        return max(jobs, connections_of(self.solver))


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What decides a run's results, besides package, verdicts and solver."""

    contract: Contract
    digests: Digests
    limits: Limits
    component: str
    """Digest of the sandbox's component."""
    contract_origin: str | None = None
    """What the contract was loaded from; null where it is the package's own."""
    seed: int = 0
    include: frozenset[str] = frozenset({"approved"})
    """The verdicts whose programs are run."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """The sampling parameters that programs are given and that go with every direct and assisted call."""
    controls: tuple[ControlChoice, ...] = ()
    """What is asked besides the programs."""


@dataclass(frozen=True, slots=True)
class PackageRun:
    """A package to be run, and everything that decides what comes out."""

    package: TracePackage
    judged: Mapping[str, CheckedVerdict]
    """Program id to its verdict."""
    choices: tuple[SolverChoice, ...]
    """The solvers: several, each known by its SPEC, or one replay."""
    settings: RunSettings
    warnings: tuple[PackageWarning, ...] = ()
    """What figures of the package that is written have to be read with, and nothing else in it shows."""
    generator: SolverChoice | None = None
    """The solver where the generator model is asked by itself; null where it is not."""

    @property
    def is_replay(self) -> bool:
        """Whether answers are recorded ones."""
        return any(choice.is_replay for choice in self.choices)


@dataclass(frozen=True, slots=True)
class Work:
    """One piece of work: a path of a row, the direct path that several rows share, or a control."""

    channel: Channel | ControlName
    key: RowKey
    """Of a control that belongs to an item alone, without generator and with sample 0."""
    item: Item
    program: ProgramRecord | None
    """What runs; null for the direct path and for controls."""
    choice: SolverChoice
    """The solver."""
    ledger_key: Mapping[str, Any]
    digest: str
    """The digest of the ledger key."""
    calls: int = 1
    """How many calls a control makes."""


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """One result row, and where its parts are found in the ledger."""

    key: RowKey
    program: ProgramRecord
    judged: CheckedVerdict
    direct: str | None
    """Digest of its direct path; null where the contract has none."""
    assisted: str | None
    """Digest of its assisted path; null where the program is not to be run."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Rows sorted by key, and the work for them, direct paths first."""

    rows: tuple[PlannedRow, ...]
    work: tuple[Work, ...]


def plan_run(run: PackageRun) -> Plan:
    """Plan the rows of a package.

    With recorded answers the rows are those of the recording; where it has none, those that the package has results
    for, or else all programs under every solver. Otherwise every program gets one row for each solver, under the
    solver's SPEC as its name, and the direct path is asked once per item and solver and repeated in its rows.

    Raises:
        UsageError: the recording has rows, and none is about a program of the package.
        UsageError: an item has an option that the contract takes for a failed extraction.
    """
    _check_failure_value(run)
    rows: list[PlannedRow] = []
    work: dict[str, Work] = {}
    shared: dict[tuple[ItemKey, str], Work] = {}
    package, settings = run.package, run.settings
    planned = ((key, program, choice) for choice in run.choices for key, program in _rows(package, choice))
    for key, program, choice in sorted(planned, key=lambda one: one[0]):
        item = package.items[program.item_key]
        direct = assisted = None
        if settings.contract.solver.is_used and settings.contract.direct.prompt:
            direct = shared.get((item.key, key.solver))
            if direct is None or choice.is_replay:
                direct = shared[item.key, key.solver] = direct_work(key, item, choice, settings)
            work.setdefault(direct.digest, direct)
        if run.judged[program.program_id].verdict in settings.include:
            assisted = _assisted(key, item, program, choice, settings)
            work.setdefault(assisted.digest, assisted)
        digests = (part.digest if part is not None else None for part in (direct, assisted))
        rows.append(PlannedRow(key, program, run.judged[program.program_id], *digests))
    return Plan(tuple(rows), tuple(sorted(work.values(), key=lambda one: (one.channel is Channel.ASSISTED, one.key))))


def _check_failure_value(run: PackageRun) -> None:
    """Refuse items with an option that means "no answer", as X of 26 would: it could never be right."""
    failure = run.settings.contract.extraction.failure_value
    item = next((one for one in run.package.items.values() if failure in one.option_ids), None)
    if item is not None and not run.is_replay:
        raise UsageError(
            f"{run.package.folder / 'items.jsonl'}: {item.item_id!r} of {item.dataset!r} has an option {failure!r}, "
            "which stands for a failed extraction; set another /extraction/failure_value in a contract of your own"
        )


def _rows(package: TracePackage, choice: SolverChoice) -> Iterator[tuple[RowKey, ProgramRecord]]:
    if not choice.is_replay:
        yield from ((program.row_key(choice.spec), program) for program in package.programs)
        return
    recorded = choice.rows or {row.key for row in package.results()}
    solvers = {key.solver for key in recorded} or package.solvers
    pairs = ((program.row_key(solver), program) for program in package.programs for solver in solvers)
    chosen = [(key, program) for key, program in pairs if not recorded or key in recorded]
    if choice.rows and package.programs and not chosen:
        raise UsageError(f"--solver {choice.spec}: no recorded row is about a program of {package.folder}")
    yield from chosen


def direct_work(key: RowKey, item: Item, choice: SolverChoice, settings: RunSettings) -> Work:
    """The direct path of a row, or of an item that has no program."""
    contract = settings.contract
    ledger_key: dict[str, Any] = {
        "channel": Channel.DIRECT.value,
        "dataset": key.dataset,
        "item_id": key.item_id,
        "item": item_digest(item),
        "solver": key.solver,
        "solver_identity": choice.identity,
        "contract": settings.digests.contract,
        "attempts": asdict(contract.attempts),
        "parameters": settings.parameters,
        "generator": key.generator,
        "sample": key.sample,
    }
    return Work(Channel.DIRECT, key, item, None, choice, ledger_key, key_digest(ledger_key))


def _assisted(key: RowKey, item: Item, program: ProgramRecord, choice: SolverChoice, settings: RunSettings) -> Work:
    ledger_key: dict[str, Any] = {
        "channel": Channel.ASSISTED.value,
        **key._asdict(),
        "item": item_digest(item),
        "program": program.sha256,
        "arguments": program.extra.get("arguments"),
        "solver_identity": choice.identity,
        **asdict(settings.digests),
        "component": settings.component,
        "limits": asdict(settings.limits),
        "seed": settings.seed,
        "attempts": asdict(settings.contract.attempts),
        "parameters": settings.parameters,
    }
    return Work(Channel.ASSISTED, key, item, program, choice, ledger_key, key_digest(ledger_key))


def item_digest(item: Item) -> str:
    """The digest of what programs and solvers may see of an item."""
    return key_digest(item.for_sandbox())
