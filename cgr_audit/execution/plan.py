"""What a run has to do: its rows, the pieces of work they need, and the key that each piece is kept under."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, asdict, dataclass, field
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.execution.judged import Digests, Judged
from cgr_audit.execution.ledger import key_digest
from cgr_audit.records.notes import Note
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import Channel, Item, ItemKey, ProgramRecord, RowKey, SolverEntry
from cgr_audit.sandbox.limits import Limits
from cgr_audit.solvers.cached import connections_of
from cgr_audit.solvers.interface import Solver
from cgr_audit.source.contract import Contract

__all__ = ["PackageRun", "Plan", "PlannedRow", "RunSettings", "SolverChoice", "Work", "plan_run"]


@dataclass(frozen=True, slots=True)
class SolverChoice:
    """Who answers."""

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

    def in_flight(self, jobs: int) -> int:
        """How many pieces of work are under way at a time, where ``jobs`` of them compute: some wait for the solver."""
        return max(jobs, connections_of(self.solver))


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What decides a run's results, beside package, verdicts and solver."""

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


@dataclass(frozen=True, slots=True)
class PackageRun:
    """A package to be run, and everything that decides what comes out."""

    package: TracePackage
    judged: Mapping[str, Judged]
    """Program id to its verdict."""
    choice: SolverChoice
    settings: RunSettings
    warnings: tuple[Note, ...] = ()
    """What figures of the package that is written have to be read with, and nothing else in it shows."""


@dataclass(frozen=True, slots=True)
class Work:
    """One piece of work: a path of a row, or the direct path that several rows share."""

    channel: Channel
    key: RowKey
    item: Item
    program: ProgramRecord | None
    """Null for the direct path."""
    ledger_key: Mapping[str, Any]
    digest: str
    """The digest of the ledger key."""


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """One result row, and where its parts are found in the ledger."""

    key: RowKey
    program: ProgramRecord
    judged: Judged
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
    for, or else all programs under every solver. Otherwise every program gets one row, under the solver's SPEC as its
    name, and the direct path is asked once per item and repeated in its rows.

    Raises:
        UsageError: the recording has rows, and none is about a program of the package.
    """
    rows: list[PlannedRow] = []
    work: dict[str, Work] = {}
    shared: dict[tuple[ItemKey, str], Work] = {}
    package, choice, settings = run.package, run.choice, run.settings
    for key, program in sorted(_rows(package, choice)):
        item = package.items[program.item_key]
        direct = assisted = None
        if settings.contract.solver.is_used and settings.contract.direct.prompt:
            direct = shared.get((item.key, key.solver))
            if direct is None or choice.is_replay:
                direct = shared[item.key, key.solver] = _direct(key, item, choice, settings)
            work.setdefault(direct.digest, direct)
        if run.judged[program.program_id].verdict in settings.include:
            assisted = _assisted(key, item, program, choice, settings)
            work.setdefault(assisted.digest, assisted)
        digests = (part.digest if part is not None else None for part in (direct, assisted))
        rows.append(PlannedRow(key, program, run.judged[program.program_id], *digests))
    return Plan(tuple(rows), tuple(sorted(work.values(), key=lambda one: (one.channel is Channel.ASSISTED, one.key))))


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


def _direct(key: RowKey, item: Item, choice: SolverChoice, settings: RunSettings) -> Work:
    contract = settings.contract
    ledger_key: dict[str, Any] = {
        "channel": Channel.DIRECT.value,
        "dataset": key.dataset,
        "item_id": key.item_id,
        "item": _digest_of(item.for_sandbox()),
        "solver": key.solver,
        "solver_identity": choice.identity,
        "contract": settings.digests.contract,
        "attempts": asdict(contract.attempts),
        "generator": key.generator,
        "sample": key.sample,
    }
    return Work(Channel.DIRECT, key, item, None, ledger_key, key_digest(ledger_key))


def _assisted(key: RowKey, item: Item, program: ProgramRecord, choice: SolverChoice, settings: RunSettings) -> Work:
    ledger_key: dict[str, Any] = {
        "channel": Channel.ASSISTED.value,
        **key._asdict(),
        "item": _digest_of(item.for_sandbox()),
        "program": program.sha256,
        "arguments": program.extra.get("arguments"),
        "solver_identity": choice.identity,
        **asdict(settings.digests),
        "component": settings.component,
        "limits": asdict(settings.limits),
        "seed": settings.seed,
        "attempts": asdict(settings.contract.attempts),
    }
    return Work(Channel.ASSISTED, key, item, program, ledger_key, key_digest(ledger_key))


def _digest_of(value: Mapping[str, Any]) -> str:
    canonical = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
