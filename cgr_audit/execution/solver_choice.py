"""From a solver SPEC to who answers in a run, and what that run's ledger knows it by."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from cgr_audit.execution.plan import SolverChoice
from cgr_audit.records.lines import read_document, read_lines
from cgr_audit.records.package import file_sha256
from cgr_audit.records.rows import ResultRow, RowKey, SolverEntry, from_record
from cgr_audit.solvers.cached import SolverOptions, identity_of, solver_from
from cgr_audit.solvers.delayed import DelayedSolver
from cgr_audit.solvers.replay import ReplaySolver, load_replay
from cgr_audit.solvers.spec import split_delay
from cgr_audit.source.contract import Contract

__all__ = ["choose_recording", "choose_solver"]

_REPLAY = "replay:"


def choose_solver(spec: str, contract: Contract, options: SolverOptions | None = None) -> SolverChoice:
    """Make the solver that a SPEC names, asked as the options say.

    A replay is known by the digest of the calls it gives back, not by where they are. A package without recorded calls
    can be replayed where the contract's programs query no solver.

    Raises:
        UsageError: the SPEC is none, or names a package without recorded calls.
        RecordError: a line of the recording is not what its schema says.
    """
    inner, delay_s = split_delay(spec)
    if delay_s is not None:
        choice = choose_solver(inner, contract, options)
        identity = choice.identity + spec.removeprefix(inner)
        return replace(choice, spec=spec, solver=DelayedSolver(choice.solver, delay_s), identity=identity)
    recording = spec.removeprefix(_REPLAY)
    if not spec.startswith(_REPLAY) or not recording:
        solver = solver_from(spec, options or SolverOptions())
        return SolverChoice(spec, solver, identity_of(solver, spec), is_replay=False)
    return replace(choose_recording(Path(recording), contract), spec=spec)


def choose_recording(recording: Path, contract: Contract) -> SolverChoice:
    """The recorded calls of a package as a solver, whatever its folder is called.

    Raises:
        UsageError: the folder holds no recorded calls.
        RecordError: a line of the recording is not what its schema says.
    """
    calls = recording / "calls.jsonl"
    spec = f"{_REPLAY}{recording}"
    if not contract.solver.is_used and not calls.is_file():
        return SolverChoice(spec, ReplaySolver({}, str(calls)), "replay:nothing", is_replay=True)
    return SolverChoice(
        spec,
        load_replay(recording),
        f"{_REPLAY}{file_sha256(calls)}",
        is_replay=True,
        rows=_rows_of(recording),
        solvers=_solvers_of(recording),
    )


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
