"""What a recording says of the run behind it: limits, seed, which verdicts ran, who answered."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.execution.controls import ControlChoice, parse_control
from cgr_audit.gate.probe_result import ProbeResult, read_probe_result
from cgr_audit.records.lines import RecordError, read_document
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import Origin, ResultRow
from cgr_audit.sandbox.limits import Limits
from cgr_audit.source.contract import Contract

__all__ = [
    "check_contract",
    "expected_origin",
    "is_of_a_run",
    "recorded_controls",
    "recorded_include",
    "recorded_limits",
    "recorded_parameters",
    "recorded_probes",
    "recorded_seed",
]

_REPLAY = "replay:"
_LARGEST = 2**63
"""wasmtime takes limits as 64-bit numbers, that of memory with a sign."""
_VERDICTS = frozenset({"approved", "observe"})


def check_contract(package: TracePackage, contract: Contract) -> None:
    """Refuse to run a recording under another contract than its own.

    Raises:
        UsageError: ``config.json`` names another contract.
    """
    recorded = package.config.get("contract")
    if recorded is not None and recorded != contract.digest:
        now, then = (digest.removeprefix("sha256:")[:12] for digest in (contract.digest, recorded))
        raise UsageError(
            f"{package.folder / 'config.json'}: /contract: recorded under another contract "
            f"({then}, {contract.name!r} is {now}); give the recorded one with --contract and --override-contract"
        )


def recorded_limits(package: TracePackage, contract: Contract) -> Limits:
    """The limits of the recorded runs; the defaults where the recording has none.

    Raises:
        RecordError: ``config.json`` names a limit that does not exist, or a value that is none.
    """
    limits = Limits(calls=contract.solver.cap)
    known = {field.name for field in fields(Limits)}
    for name, value in package.config.get("limits", {}).items():
        where = f"{package.folder / 'config.json'}: /limits/{name}"
        if name not in known:
            raise RecordError(f"{where}: no such limit; there are {', '.join(sorted(known))}")
        if value is None and name != "calls":
            raise RecordError(f"{where}: a number was expected")
        if value is not None and (
            not math.isfinite(value) or not 0 <= value < _LARGEST or (value == 0 and name != "calls")
        ):
            raise RecordError(f"{where}: {value} is not a limit")
        changed: Mapping[str, Any] = {name: value if value is None or name == "wall" else int(value)}
        limits = replace(limits, **changed)
    return limits


def recorded_seed(package: TracePackage) -> int:
    """The seed of the recorded runs; 0 where the recording has none."""
    return int(package.config.get("seed") or 0)


def recorded_parameters(folder: Path) -> dict[str, Any]:
    """The sampling parameters of a recording's runs; none where it names none, as in older packages."""
    return dict(_configuration_in(folder).get("parameters", {}))


def recorded_controls(folder: Path) -> tuple[ControlChoice, ...]:
    """The controls of a recording."""
    return tuple(map(parse_control, _configuration_in(folder).get("controls", ())))


def _configuration_in(folder: Path) -> dict[str, Any]:
    path = folder / "config.json"
    return read_document(path, "config") if path.is_file() else {}


def recorded_include(package: TracePackage, rows: Iterable[ResultRow]) -> frozenset[str]:
    """The verdicts whose programs were run. Where the recording does not say, its rows tell."""
    include = package.config.get("include")
    if include is not None:
        return frozenset(include)
    return frozenset({"approved"}) if any(row.outcome == "not_run" for row in rows) else _VERDICTS


def is_of_a_run(package: TracePackage) -> bool:
    """Whether a run of ours wrote the package: only that names its solvers' identities in ``config.json``."""
    return bool(_identities(package))


def expected_origin(package: TracePackage) -> str | None:
    """The origin that every row of a run has; nothing if no run wrote the package."""
    identities = _identities(package)
    if not identities:
        return None
    return (Origin.REPLAYED if identities[0].startswith(_REPLAY) else Origin.EXECUTED).value


def _identities(package: TracePackage) -> Sequence[str]:
    """What decides the answers of each solver of a run; older packages name one."""
    one = package.config.get("solver_identity")
    return package.config.get("solver_identities") or ([] if one is None else [one])


def recorded_probes(package: TracePackage) -> Mapping[str, ProbeResult]:
    """What probes showed, by program id, as the recorded verdicts say; programs that were not probed are left out."""
    records = package.verdicts() if package.has("verdicts.jsonl") else ()
    return {
        record["program_id"]: read_probe_result(record["probed"])
        for record in records
        if record.get("probed") is not None
    }
