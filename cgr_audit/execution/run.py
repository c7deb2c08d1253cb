"""Running a package: every piece of work that the ledger does not hold yet, several at a time."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from cgr_audit.execution.ledger import Ledger
from cgr_audit.execution.path_result import PathResult
from cgr_audit.execution.paths import assisted_path, direct_path, not_started
from cgr_audit.execution.plan import PackageRun, Plan, Work
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.sandbox.threads import map_in_order
from cgr_audit.solvers.account import BudgetReachedError
from cgr_audit.solvers.interface import CallOrigin, Solver, SolverReply, SolverRequest
from cgr_audit.solvers.service import service_behind

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


def execute(run: PackageRun, plan: Plan, ledger: Ledger, sandbox: Sandbox, *, jobs: int = 1) -> RunCounts:
    """Do what the ledger does not hold yet. Nothing depends on how many pieces of work are in flight.

    Args:
        run: the package, its verdicts, who answers, and what else decides the results.
        plan: what there is to do.
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
    missing = [work for work in plan.work if work.digest not in ledger]
    service = service_behind(run.choice.solver)
    counts = RunCounts(total=len(plan.work), resumed=len(plan.work) - len(missing))

    sandbox.interpreter.reserve(min(jobs, len(missing)), sandbox.limits.memory)

    def ask(request: SolverRequest) -> str | SolverReply:
        ledger.check()  # a response that cannot be kept is paid for in vain
        return run.choice.solver(request)

    def do(work: Work) -> PathResult:
        ledger.check()
        if service is not None and service.ended is not None:
            return not_started(str(service.ended))
        result = _follow(work, run, sandbox, ask)
        if result.is_complete or service is None or service.ended is None:
            ledger.append(work.ledger_key, result.to_record(), final=result.is_complete)
        return result

    is_short = False
    for work, result in zip(missing, map_in_order(do, missing, jobs), strict=True):
        ended = None if service is None else service.ended
        if ended is not None and not isinstance(ended, BudgetReachedError):
            raise ended
        if ended is not None and not result.is_complete:
            is_short = True
            continue
        counts.executed[result.outcome] += 1
        if not result.is_complete:
            counts.failures.append(f"{CallOrigin(work.key, work.channel, result.attempts)}: {result.error}")
    ledger.flush()
    if is_short and service is not None and service.ended is not None:
        raise service.ended
    return counts


def _follow(work: Work, run: PackageRun, sandbox: Sandbox, solver: Solver) -> PathResult:
    if work.program is None:
        return direct_path(run.settings.contract, work.item, solver, work.key)
    return assisted_path(
        sandbox,
        run.package.program_bytes(work.program),
        work.item,
        solver,
        work.key,
        seed=run.settings.seed,
        arguments=work.program.extra.get("arguments"),
    )
