"""``cycle:A|B|C``: one response after the other, from the first again in every run."""

from __future__ import annotations

from dataclasses import dataclass

from cgr_audit.solvers.interface import SolverRequest

__all__ = ["CycleSolver"]


@dataclass(frozen=True, slots=True)
class CycleSolver:
    """Gives its texts in turn; which one depends on the call's number within the run alone."""

    texts: tuple[str, ...]

    def __call__(self, request: SolverRequest) -> str:
        """The text whose turn it is."""
        return self.texts[request.call_index % len(self.texts)]
