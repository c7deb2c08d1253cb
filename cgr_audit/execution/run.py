"""Running a package: every piece of work that the ledger does not hold yet, several at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cgr_audit.errors import CgrAuditError
from cgr_audit.execution.ledger import Ledger
from cgr_audit.execution.path_result import PathResult
from cgr_audit.execution.paths import not_started
from cgr_audit.execution.plan import PackageRun, Work
from cgr_audit.execution.remote_paths import remote_paths
from cgr_audit.execution.work_path import end_of, path_of_work
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.sandbox.threads import map_in_order
from cgr_audit.solvers.account import BudgetReachedError
from cgr_audit.solvers.interface import CallOrigin, SolverReply, SolverRequest

__all__ = ["RunCounts", "execute"]


@dataclass(slots=True)
class RunCounts:
    """What a run did."""

    total: int = 0
    resumed: int = 0
    """Pieces of work that an earlier run had finished."""
    executed: Counter[str] = field(default_factory=Counter)
    """Pieces of work done now, by outcome."""
    failures: list[str] = field(default_factory=list)
    """The faults of the harness, one line each: whose row, which path, and what happened."""

    def __iadd__(self, other: RunCounts) -> RunCounts:
        """Add what a later part of the run did."""
        self.total += other.total
        self.resumed += other.resumed
        self.executed += other.executed
        self.failures += other.failures
        return self


def execute(run: PackageRun, work: Sequence[Work], ledger: Ledger, sandbox: Sandbox, *, jobs: int = 1) -> RunCounts:
    """Do what the ledger does not hold yet. Nothing depends on how many pieces of work are in flight.

    Args:
        run: the package, its verdicts, the solvers, and what else decides the results.
        work: what there is to do.
        ledger: an open ledger; each piece of work is handed to it as soon as it is finished.
        sandbox: where programs run.
        jobs: how many pieces of work are in flight.

    Raises:
        LedgerWriteError: the ledger cannot be written; what was finished is kept.
        UsageError: the solver's service refuses every request, as with a wrong key.
        IncompleteError: the solver's service cannot be reached, or does not answer any more, or the budget is used up;
            what was finished is kept.
        LedgerChangedError: something else changed the ledger; no solver is called any more.
        RecordError: a program's bytes are no longer those that were judged.
    """
    missing = _each_model_first([one for one in work if one.digest not in ledger])
    counts = RunCounts(total=len(work), resumed=len(work) - len(missing))
    paths = _local_paths if sandbox.executor is None else remote_paths
    used_up: CgrAuditError | None = None
    for one, result in zip(missing, paths(run, missing, ledger, sandbox, jobs), strict=True):
        ended = end_of(one)
        if ended is not None and not isinstance(ended, BudgetReachedError):
            raise ended
        if ended is not None and not result.is_complete:
            used_up = ended
            continue
        counts.executed[result.outcome] += 1
        if not result.is_complete:
            counts.failures.append(f"{CallOrigin(one.key, one.channel, result.attempts)}: {result.error}")
    ledger.flush()
    if used_up is not None:
        raise used_up
    return counts


def _each_model_first(work: Sequence[Work]) -> list[Work]:
    """The work with one direct question to each model before all else: a wrong address or key ends the run at once."""
    leading = {one.choice.spec: one.digest for one in reversed(work) if one.program is None}.values()
    return sorted(work, key=lambda one: one.digest not in leading)


def _local_paths(
    run: PackageRun, missing: Sequence[Work], ledger: Ledger, sandbox: Sandbox, jobs: int
) -> Iterator[PathResult]:
    """Every piece of work on threads of this process; each is in the ledger as soon as it is finished."""
    programs = sum(one.program is not None for one in missing)
    sandbox.reserve(min(jobs, programs))

    def do(one: Work) -> PathResult:
        def ask(request: SolverRequest) -> str | SolverReply:
            ledger.check()  # a response that cannot be kept is paid for in vain
            return one.choice.solver(request)

        ledger.check()
        ended = end_of(one)
        if ended is not None:
            return not_started(str(ended))
        program = None if one.program is None else run.package.program_bytes(one.program)
        result = path_of_work(one, program, run.settings, sandbox, ask)
        if result.is_complete or end_of(one) is None:
            ledger.append(one.ledger_key, result.to_record(), final=result.is_complete)
        return result

    return map_in_order(do, missing, jobs)
