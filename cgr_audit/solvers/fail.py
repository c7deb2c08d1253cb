"""``fail``: no response to anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from cgr_audit.solvers.interface import SolverFailure, SolverRequest

__all__ = ["FailingSolver"]


@dataclass(frozen=True, slots=True)
class FailingSolver:
    """Fails every call."""

    def __call__(self, request: SolverRequest) -> NoReturn:
        """Fail.

        Raises:
            SolverFailure: always.
        """
        raise SolverFailure(f"the solver `fail` fails every call ({request.origin}, call {request.call_index})")
