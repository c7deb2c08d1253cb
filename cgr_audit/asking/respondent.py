"""Who is asked: a model under test, or a judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.identifiers import identifier_fault
from cgr_audit.solvers.cached import SolverOptions, connections_of, identity_of, solver_from
from cgr_audit.solvers.interface import Solver
from cgr_audit.solvers.service import SolverState, service_behind

__all__ = ["Respondent", "choose_respondent"]


@dataclass(frozen=True, slots=True)
class Respondent:
    """A model with the parameters it is asked under."""

    name: str
    """What rows call it."""
    solver: Solver
    identity: str
    """What decides its answers."""
    parameters: Mapping[str, Any]
    """The sampling parameters that are sent with each prompt, but for the seed."""
    seed: int | None = None
    """What the seeds of its prompts follow from; nothing if none is sent."""

    @property
    def connections(self) -> int:
        """How many prompts it gets at a time."""
        return connections_of(self.solver)

    @property
    def state(self) -> SolverState | None:
        """How its service is; nothing if it has none."""
        return service_behind(self.solver)


def choose_respondent(
    option: str,
    spec: str,
    solver_options: SolverOptions,
    *,
    name: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    seed: int | None = None,
) -> Respondent:
    """The model that a SPEC names.

    Args:
        option: what it was given with, such as ``--model``.
        spec: as ``--solver`` of `run` names one.
        solver_options: cache, account and connections.
        name: what rows call it; by default the SPEC.
        parameters: the sampling parameters; by default none are sent.
        seed: of its prompts.

    Raises:
        UsageError: the SPEC is not valid, cannot be a name in records, or is a replay.
    """
    if spec.startswith("replay:"):
        raise UsageError(f"{option} {spec!r}: recorded calls are of programs; give a model")
    fault = identifier_fault(spec if name is None else name)
    if fault is not None:
        raise UsageError(f"{option} {(name or spec)[:40]!r}: it is a name in records: {fault}")
    try:
        solver = solver_from(spec, solver_options)
    except UsageError as error:
        raise UsageError(str(error).replace("--solver ", f"{option} ", 1)) from error
    return Respondent(name or spec, solver, identity_of(solver, spec), parameters or {}, seed)
