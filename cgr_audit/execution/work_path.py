"""Doing one piece of work of a run, in whatever process."""

from __future__ import annotations

from cgr_audit.errors import CgrAuditError
from cgr_audit.execution.controls import control_parameters, control_path
from cgr_audit.execution.path_result import PathResult
from cgr_audit.execution.paths import assisted_path, direct_path
from cgr_audit.execution.plan import RunSettings, Work
from cgr_audit.records.rows import Channel, ControlName
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.interface import Solver
from cgr_audit.solvers.service import service_behind

__all__ = ["end_of", "path_of_work"]


def path_of_work(
    work: Work, program: bytes | None, settings: RunSettings, sandbox: Sandbox, solver: Solver
) -> PathResult:
    """Do a piece of work.

    Args:
        work: what there is to do.
        program: the bytes of its program, where it has one.
        settings: of the run.
        sandbox: where programs run.
        solver: answers the prompts.
    """
    contract, parameters = settings.contract, settings.parameters
    if work.channel == Channel.DIRECT:
        return direct_path(contract, work.item, solver, work.key, parameters=parameters)
    if work.program is None or program is None:
        control = ControlName(work.channel)
        parameters = control_parameters(contract, control, parameters)
        return control_path(contract, control, work.calls, work.item, solver, work.key, parameters=parameters)
    return assisted_path(
        sandbox,
        program,
        work.item,
        solver,
        work.key,
        seed=settings.seed,
        arguments=work.program.extra.get("arguments"),
        parameters=parameters,
    )


def end_of(work: Work) -> CgrAuditError | None:
    """Why nothing more is asked of the service behind a piece of work; nothing if it has none, or it serves."""
    service = service_behind(work.choice.solver)
    return None if service is None else service.ended
