"""Solvers for the workers of a cluster, which ask for themselves, with the secrets of their own environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from cgr_audit.records.rows import RowKey
from cgr_audit.solvers.cached import CachedSolver, SolverOptions, solver_from
from cgr_audit.solvers.delayed import DelayedSolver
from cgr_audit.solvers.interface import Solver, SolverReply, SolverRequest
from cgr_audit.solvers.replay import ReplaySolver
from cgr_audit.solvers.response_cache import ResponseCache
from cgr_audit.solvers.service import SolverState, service_behind

__all__ = ["RemoteSolver", "RemoteSolvers"]


@dataclass(frozen=True, slots=True)
class RemoteSolver:
    """The solver that a SPEC names, made once in whatever process asks it."""

    spec: str
    keeps_responses: bool = False
    """Whether that process's response cache is used."""
    connections: int | None = None
    """How many requests an address gets at a time from each process; nothing for what is usual."""

    def __call__(self, request: SolverRequest) -> str | SolverReply:
        """What that solver gives.

        Raises:
            SolverFailure: as that one does.
            UsageError: the process cannot make it.
        """
        return self._made(request)

    @property
    def service(self) -> SolverState | None:
        """The service that it asks from this process."""
        return service_behind(self._made)

    @property
    def _made(self) -> Solver:
        return _solver_of_process(self.spec, self.keeps_responses, self.connections)


class RemoteSolvers:
    """What a worker is sent of a solver; of a recording only the calls of the row at hand."""

    def __init__(self) -> None:
        self._recordings: dict[int, Mapping[RowKey, ReplaySolver]] = {}

    def of(self, solver: Solver, spec: str, key: RowKey) -> Solver:
        """A solver that can be sent to another process.

        Args:
            solver: the one of this process.
            spec: names it.
            key: whose calls it will answer.
        """
        if isinstance(solver, ReplaySolver):
            if id(solver) not in self._recordings:
                self._recordings[id(solver)] = solver.by_row()
            return self._recordings[id(solver)].get(key) or ReplaySolver({}, solver.origin)
        if not isinstance(solver, DelayedSolver):
            if isinstance(solver, CachedSolver):
                return RemoteSolver(spec, solver.keeps_responses, solver.connections or None)
            return RemoteSolver(spec)
        inner = self.of(solver.solver, spec, key)
        return inner if isinstance(inner, RemoteSolver) else replace(solver, solver=inner)


@cache
def _solver_of_process(spec: str, keeps_responses: bool, connections: int | None) -> Solver:
    cache = ResponseCache(lambda _line: None) if keeps_responses else None
    return solver_from(spec, SolverOptions(cache, connections=connections))
