"""What decides a run's results, as ``config.json`` keeps it, and who answered, as ``solvers.json`` does."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.execution.control_prompts import control_prompts
from cgr_audit.execution.controls import control_parameters
from cgr_audit.execution.plan import PackageRun
from cgr_audit.records.lines import read_document
from cgr_audit.records.rows import ControlName, SolverEntry
from cgr_audit.records.writing import write_document
from cgr_audit.solvers.spec import split_delay
from cgr_audit.version import VERSION

__all__ = ["configuration", "run_solvers", "settle_configuration"]


def configuration(run: PackageRun) -> dict[str, Any]:
    """The content of ``config.json``: everything that decides a run's results, besides package and verdicts."""
    settings = run.settings
    contract, parameters = settings.contract, settings.parameters
    asked = [control.name for control in settings.controls if control.name is not ControlName.DIRECT]
    prompts = {"direct": contract.direct.prompt}
    for name in asked:
        prompts |= control_prompts(contract, name)
    return {
        "versions": {"cgr-audit": VERSION, "wasmtime": importlib.metadata.version("wasmtime")},
        **asdict(settings.digests),
        "component": settings.component,
        "limits": asdict(settings.limits),
        "seed": settings.seed,
        "include": sorted(settings.include),
        "attempts": {"max": contract.attempts.max, "retry_on": list(contract.attempts.retry_on)},
        "prompts": prompts,
        "parameters": dict(parameters),
        "controls": sorted(map(str, settings.controls)),
        "control_parameters": {name.value: control_parameters(contract, name, parameters) for name in sorted(asked)},
        "solver_identities": sorted(choice.identity for choice in run.choices),
        "generator_identity": None if run.generator is None else run.generator.identity,
        "solver_parameters": {
            name: dict(entry.parameters) for name, entry in sorted(run_solvers(run).items()) if entry.parameters
        },
    }


def settle_configuration(path: Path, today: Mapping[str, Any], *, is_begun: bool) -> None:
    """Write the configuration, or see that it is the one there is where something was done under it.

    Raises:
        UsageError: the folder holds a run with another one.
    """
    if not (is_begun and path.is_file()):
        write_document(path, today)
        return
    then = read_document(path, "config")
    for name in sorted({*today, *then}):
        if today.get(name) != then.get(name):
            raise UsageError(
                f"{path}: the run in this folder has another configuration (/{name} differs); give another --out"
            )


def run_solvers(run: PackageRun) -> dict[str, SolverEntry]:
    """The solvers of the package that a run writes: those that answer, and those that the package has."""
    if run.is_replay:
        return {**run.choices[0].solvers, **run.package.solvers}
    asked = {choice.spec: _entry(choice.spec, run.settings.parameters) for choice in run.choices}
    return {**run.package.solvers, **asked}


def _entry(spec: str, parameters: Mapping[str, Any]) -> SolverEntry:
    """Of a model, where it is and its own name; any other solver is ours, and known by its SPEC."""
    kind, _, rest = split_delay(spec)[0].partition(":")
    address, _, model = rest.partition("#")
    models = {"openai": (address, model), "local": (kind, rest), "python": (kind, rest)}
    provider, model_id = models.get(kind, ("cgr-audit", spec))
    return SolverEntry(registered=True, provider=provider, model_id=model_id, parameters=dict(parameters) or None)
