"""The work of a run on other machines: whole paths go there, with all that they need, and their results come back.

A worker asks solvers for itself. The ledger, the order of work and the budget stay with the process that runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cgr_audit.errors import CgrAuditError
from cgr_audit.execution.ledger import Ledger
from cgr_audit.execution.path_result import PathResult
from cgr_audit.execution.paths import not_started
from cgr_audit.execution.plan import PackageRun, RunSettings, SolverChoice, Work
from cgr_audit.execution.work_path import end_of, path_of_work
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.cached import CachedSolver
from cgr_audit.solvers.remote import RemoteSolvers
from cgr_audit.solvers.service import service_behind

__all__ = ["remote_paths"]


def remote_paths(
    run: PackageRun, missing: Sequence[Work], ledger: Ledger, sandbox: Sandbox, jobs: int
) -> Iterator[PathResult]:
    """Do every piece of work with the sandbox's executor; each is in the ledger as its turn comes.

    Raises:
        CgrAuditError: a worker's solver ended the run, as it would have here.
    """
    solvers = RemoteSolvers()

    def remote_work() -> Iterator[_RemoteWork]:
        for one in missing:
            ledger.check()  # a response that cannot be kept is paid for in vain
            ended = end_of(one)
            choice, key = one.choice, one.key
            sent = SolverChoice(
                choice.spec,
                solvers.of(choice.solver, choice.spec, key),
                choice.identity,
                is_replay=choice.is_replay,
            )
            program = None if one.program is None else run.package.program_bytes(one.program)
            yield _RemoteWork(replace(one, choice=sent), program, None if ended is None else str(ended))

    results = sandbox.map(_DoWork(run.settings, sandbox), remote_work(), jobs, _lost)
    for one, done in zip(missing, results, strict=True):
        service = service_behind(one.choice.solver)
        if isinstance(service, CachedSolver):
            service.note_calls(done.result.calls)
        if done.result.is_complete or (done.ended is None and end_of(one) is None):
            ledger.append(one.ledger_key, done.result.to_record(), final=done.result.is_complete)
        if done.ended is not None:
            ledger.flush()
            raise done.ended
        yield done.result


@dataclass(frozen=True, slots=True)
class _RemoteWork:
    """A piece of work with all that a worker needs for it."""

    work: Work
    program: bytes | None
    ended: str | None
    """Why it is not done any more."""


@dataclass(frozen=True, slots=True)
class _Done:
    result: PathResult
    ended: CgrAuditError | None = None
    """Why the worker asks its solver nothing more."""


@dataclass(frozen=True, slots=True)
class _DoWork:
    """Does the work on a worker."""

    settings: RunSettings
    sandbox: Sandbox

    def __call__(self, remote: _RemoteWork) -> _Done:
        if remote.ended is not None:
            return _Done(not_started(remote.ended))
        work = remote.work
        ended = end_of(work)  # and the solver is made, so that what is wrong with it ends the run
        if ended is not None:
            return _Done(not_started(str(ended)), ended)
        result = path_of_work(work, remote.program, self.settings, self.sandbox, work.choice.solver)
        return _Done(result, end_of(work))


def _lost(_work: _RemoteWork, why: str) -> _Done:
    return _Done(not_started(why))
