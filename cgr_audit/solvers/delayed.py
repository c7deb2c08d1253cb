"""``SPEC+delay:MS``: any solver, slower."""

from __future__ import annotations

import time
from dataclasses import dataclass

from cgr_audit.solvers.interface import Solver, SolverReply, SolverRequest
from cgr_audit.solvers.service import SolverState, service_behind

__all__ = ["DelayedSolver"]


@dataclass(frozen=True, slots=True)
class DelayedSolver:
    """Waits before it passes a request on."""

    solver: Solver
    delay_s: float

    @property
    def service(self) -> SolverState | None:
        """The service that the solver behind it asks."""
        return service_behind(self.solver)

    def __call__(self, request: SolverRequest) -> str | SolverReply:
        """What the solver behind it gives.

        Raises:
            SolverFailure: as that one does.
        """
        time.sleep(self.delay_s)
        return self.solver(request)
