"""Who took part (the CGR paper's Table 2): solvers and generators with provider, model and parameters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cgr_audit.records.package import TracePackage

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["roster"]

_NAMES = ("provider", "model_id", "parameters")


def roster(
    package: TracePackage, table: pd.DataFrame, generations: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Solvers, then generators, each sorted by name.

    Args:
        package: with solvers and programs.
        table: every row, those of solvers that are not registered too.
        generations: the attempts to write programs; the first of a generator says its model and parameters.

    Returns:
        ``role`` (``solver`` or ``generator``), ``name``, ``registered`` (null for a generator), ``provider``,
        ``model_id``, ``parameters`` (an object), ``programs`` (null for a solver) and ``rows``.
    """
    by_solver, by_generator = (table[name].value_counts() for name in ("solver", "generator"))
    lines: list[dict[str, Any]] = []
    for name in sorted({*package.solvers, *by_solver.index}):
        entry = package.solvers.get(name)
        said = {field: getattr(entry, field, None) for field in _NAMES}
        known = {"registered": entry is not None and entry.registered, **said, "programs": None}
        lines.append({"role": "solver", "name": name, **known, "rows": int(by_solver.get(name, 0))})
    programs = Counter(program.key.generator for program in package.program_facts)
    for name in sorted({*programs, *by_generator.index}):
        known = {"registered": None, **_generator(name, package, generations), "programs": programs[name]}
        lines.append({"role": "generator", "name": name, **known, "rows": int(by_generator.get(name, 0))})
    return lines


def _generator(name: str, package: TracePackage, generations: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What is said of a generator: by its attempts, or by the responses that its programs come from."""
    attempts = (one for one in generations if one["generator"] == name)
    said = next((one for one in attempts if one.get("model") or one.get("parameters")), None)
    if said is None:
        responses = (one.generator_response for one in package.program_facts if one.key.generator == name)
        said = next((response for response in responses if response), {})
    parameters = said.get("parameters")
    return {
        "provider": _text(said.get("provider")),
        "model_id": _text(said.get("model_id") or said.get("model")),
        "parameters": parameters if isinstance(parameters, Mapping) else None,
    }


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
