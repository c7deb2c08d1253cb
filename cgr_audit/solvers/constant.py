"""``constant:TEXT``: the same response to everything."""

from __future__ import annotations

from dataclasses import dataclass

from cgr_audit.solvers.interface import SolverRequest

__all__ = ["ConstantSolver"]


@dataclass(frozen=True, slots=True)
class ConstantSolver:
    """Gives one text."""

    text: str

    def __call__(self, request: SolverRequest) -> str:
        """The text, whatever the request."""
        del request
        return self.text
