"""From a solver SPEC to who answers in a run, and what that run's ledger knows it by."""

from __future__ import annotations

from pathlib import Path

from cgr_audit.execution.plan import SolverChoice
from cgr_audit.records.lines import read_document, read_lines
from cgr_audit.records.package import file_sha256
from cgr_audit.records.rows import ResultRow, RowKey, SolverEntry, from_record
from cgr_audit.solvers.replay import ReplaySolver
from cgr_audit.solvers.spec import parse_solver_spec
from cgr_audit.source.contract import Contract

__all__ = ["choose_solver"]

_REPLAY = "replay:"


def choose_solver(spec: str, contract: Contract) -> SolverChoice:
    """Make the solver that a SPEC names.

    A replay is known by the digest of the calls it gives back, not by where they are. A package without recorded calls
    can be replayed where the contract's programs query no solver.

    Raises:
        UsageError: the SPEC is none, or names a package without recorded calls.
        RecordError: a line of the recording is not what its schema says.
    """
    if not spec.startswith(_REPLAY):
        return SolverChoice(spec, parse_solver_spec(spec), spec, is_replay=False)
    path, plus, delay = spec.removeprefix(_REPLAY).partition("+delay:")
    calls = Path(path) / "calls.jsonl"
    if not contract.solver.is_used and path and not calls.is_file():
        return SolverChoice(spec, ReplaySolver({}, str(calls)), "replay:nothing", is_replay=True)
    solver = parse_solver_spec(spec)
    identity = f"replay:{file_sha256(calls)}{plus}{delay}"
    return SolverChoice(spec, solver, identity, True, _rows_of(Path(path)), _solvers_of(Path(path)))


def _rows_of(recording: Path) -> frozenset[RowKey]:
    path = recording / "results.jsonl"
    if not path.is_file():
        return frozenset()
    return frozenset(from_record(ResultRow, record).key for _, record in read_lines(path, "result"))


def _solvers_of(recording: Path) -> dict[str, SolverEntry]:
    path = recording / "solvers.json"
    if not path.is_file():
        return {}
    return {name: from_record(SolverEntry, record) for name, record in read_document(path, "solvers").items()}
