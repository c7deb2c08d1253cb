from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.execution.session import run_package
from cgr_audit.execution.solver_choice import choose_recording, choose_solver
from cgr_audit.records.package import file_sha256
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.cached import SolverOptions
from cgr_audit.solvers.delayed import DelayedSolver
from cgr_audit.solvers.replay import ReplaySolver
from cgr_audit.solvers.seeded import SeededSolver
from cgr_audit.source.contract import load_contract

CGR = load_contract("cgr")


@pytest.fixture
def recorded(bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path) -> Path:
    """A recording whose folder is called like a solver with a delay."""
    run, judgement = bench.run(bench.package({"p": asks_twice}), SeededSolver(3))
    return run_package(run, judgement, sandbox, tmp_path / "runs+delay:5").folder


def test_a_recording_is_replayed_whatever_its_folder_is_called(recorded: Path) -> None:
    choice = choose_recording(recorded, CGR)
    assert isinstance(choice.solver, ReplaySolver)
    assert (choice.is_replay, choice.identity) == (True, f"replay:{file_sha256(recorded / 'calls.jsonl')}")
    assert [key.item_id for key in choice.rows] == ["p"]
    assert list(choice.solvers) == ["s", "test"]


def test_in_a_spec_what_ends_like_a_delay_is_one(recorded: Path) -> None:
    runs = recorded.rename(recorded.parent / "runs")
    plain, delayed = choose_solver(f"replay:{runs}", CGR), choose_solver(f"replay:{runs}+delay:5", CGR)
    assert isinstance(delayed.solver, DelayedSolver)
    assert delayed.spec == f"replay:{runs}+delay:5"
    assert (delayed.identity, delayed.rows) == (f"{plain.identity}+delay:5", plain.rows)


@pytest.mark.parametrize("spec", ["replay:", "replay:+delay:5"])
def test_a_replay_of_nothing_is_wrong_usage(spec: str) -> None:
    with pytest.raises(UsageError, match="a trace package is missing, as in replay:runs/demo"):
        choose_solver(spec, CGR)


@pytest.mark.parametrize(
    ("spec", "in_flight"),
    [
        ("openai:http://localhost/v1#small", 40),
        ("openai:http://localhost/v1#small+delay:5", 40),
        ("constant:B", 2),
        ("constant:B+delay:5", 2),
    ],
)
def test_more_work_is_under_way_than_computes_where_it_waits_for_an_address(spec: str, in_flight: int) -> None:
    assert choose_solver(spec, CGR, SolverOptions(connections=40)).in_flight(2) == in_flight
