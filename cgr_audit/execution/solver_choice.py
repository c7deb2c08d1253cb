"""From a solver SPEC to the solver of a run, and what that run's ledger knows it by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cgr_audit.errors import UsageError
from cgr_audit.execution.plan import SolverChoice
from cgr_audit.identifiers import identifier_fault
from cgr_audit.records.controls import CONTROL_CALLS, CONTROLS
from cgr_audit.records.lines import read_document, read_lines
from cgr_audit.records.package import file_sha256
from cgr_audit.records.rows import ControlKey, ControlRow, ResultRow, RowKey, SolverEntry, from_record
from cgr_audit.records.shards import has_lines, shards_of
from cgr_audit.solvers.cached import SolverOptions, identity_of, solver_from
from cgr_audit.solvers.delayed import DelayedSolver
from cgr_audit.solvers.replay import ReplaySolver, load_replay
from cgr_audit.solvers.spec import split_delay
from cgr_audit.source.contract import Contract

__all__ = ["choose_generator", "choose_recording", "choose_solver", "choose_solvers"]

_REPLAY = "replay:"


def choose_solvers(
    specs: Sequence[str], contract: Contract, options: SolverOptions | None = None
) -> tuple[SolverChoice, ...]:
    """Make the solvers of one run.

    Raises:
        UsageError: a SPEC is none, is given twice, or is a replay along with others.
    """
    twice = next((spec for spec in specs if specs.count(spec) > 1), None)
    if twice is not None:
        raise UsageError(f"--solver {twice}: given twice")
    replay = next((spec for spec in specs if spec.startswith(_REPLAY)), None)
    if replay is not None and len(specs) > 1:
        raise UsageError(f"--solver {replay}: it answers for every solver of the recording; give it alone")
    return tuple(choose_solver(spec, contract, options) for spec in specs)


def choose_solver(spec: str, contract: Contract, options: SolverOptions | None = None) -> SolverChoice:
    """Make the solver that a SPEC names, asked as the options say.

    A replay is known by the digest of the calls it gives back, not by where they are. A package without recorded calls
    can be replayed where the contract's programs query no solver.

    Raises:
        UsageError: the SPEC is none, cannot name anything in records, or names a package without recorded calls.
        RecordError: a line of the recording is not what its schema says.
    """
    fault = identifier_fault(spec) if spec and not spec.startswith(_REPLAY) else None
    if fault is not None:
        raise UsageError(f"--solver {spec[:40]!r}: it is a name in records: {fault}")
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


def choose_generator(spec: str, contract: Contract, options: SolverOptions | None = None) -> SolverChoice:
    """Make the generator's model.

    Raises:
        UsageError: the SPEC is none, cannot name anything in records, or is a replay.
    """
    if spec.startswith(_REPLAY):
        raise UsageError(f"--generator {spec!r}: recorded calls are not a generator; give a model")
    try:
        return choose_solver(spec, contract, options)
    except UsageError as error:
        raise UsageError(str(error).replace("--solver ", "--generator ", 1)) from error


def choose_recording(recording: Path, contract: Contract) -> SolverChoice:
    """The recorded calls of a package as a solver, whatever its folder is called.

    Raises:
        UsageError: the folder holds no recorded calls.
        RecordError: a line of the recording is not what its schema says.
    """
    calls = recording / "calls.jsonl"
    spec = f"{_REPLAY}{recording}"
    if not contract.solver.is_used and not has_lines(calls):
        return SolverChoice(spec, ReplaySolver({}, str(calls)), "replay:nothing", is_replay=True, recording=recording)
    answers = (calls, recording / CONTROL_CALLS)
    return SolverChoice(
        spec,
        load_replay(recording),
        _REPLAY + "+".join(file_sha256(shard) for path in answers for shard in shards_of(path)),
        is_replay=True,
        rows=_rows_of(recording),
        solvers=_solvers_of(recording),
        controls=_controls_of(recording),
        recording=recording,
    )


def _rows_of(recording: Path) -> frozenset[RowKey]:
    path = recording / "results.jsonl"
    if not has_lines(path):
        return frozenset()
    return frozenset(from_record(ResultRow, record).key for _, record in read_lines(path, "result"))


def _controls_of(recording: Path) -> frozenset[ControlKey]:
    path = recording / CONTROLS
    if not path.is_file():
        return frozenset()
    return frozenset(from_record(ControlRow, record).key for _, record in read_lines(path, "control"))


def _solvers_of(recording: Path) -> dict[str, SolverEntry]:
    path = recording / "solvers.json"
    if not path.is_file():
        return {}
    return {name: from_record(SolverEntry, record) for name, record in read_document(path, "solvers").items()}
