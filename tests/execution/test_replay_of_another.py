"""A package run against a recording in another folder: its rows, calls, lines and fuel come out again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.execution.plan import PackageRun
from cgr_audit.execution.session import run_package
from cgr_audit.execution.solver_choice import choose_solver
from cgr_audit.records.package import open_package
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.fail import FailingSolver
from cgr_audit.solvers.interface import Solver
from cgr_audit.solvers.seeded import SeededSolver
from cgr_audit.source.contract import load_contract

MEASURED = {"wall_s", "latency_s"}


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    records = [json.loads(line) for line in (folder / name).read_text().splitlines()]
    return [{key: value for key, value in record.items() if key not in MEASURED} for record in records]


def replayed(run: PackageRun, recording: Path) -> PackageRun:
    return replace(run, choices=(choose_solver(f"replay:{recording}", load_contract("cgr")),))


@pytest.mark.parametrize("solver", [SeededSolver(3), FailingSolver()])
def test_the_recorded_rows_come_out_of_the_package_that_was_run(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path, solver: Solver
) -> None:
    folder = bench.package(dict.fromkeys("pqr", asks_twice), [])
    run, judgement = bench.run(folder, solver, {"q": "observe", "r": "refused"})
    run_package(run, judgement, sandbox, tmp_path / "recorded")
    run, judgement = bench.run(folder, solver, {"q": "observe", "r": "refused"})
    outcome = run_package(replayed(run, tmp_path / "recorded"), judgement, sandbox, tmp_path / "replayed")
    assert {row.solver for row in outcome.rows} == {"test"}
    assert lines(tmp_path / "replayed", "calls.jsonl") == lines(tmp_path / "recorded", "calls.jsonl")
    then, now = (lines(tmp_path / name, "results.jsonl") for name in ("recorded", "replayed"))
    assert now == [row | {"origin": "replayed"} for row in then]
    assert any(row["runs"] for row in now)
    assert open_package(tmp_path / "replayed").solvers["test"].registered


def test_rows_that_the_package_has_recorded_itself_are_left_to_the_recording(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    foreign = {
        "dataset": "d", "item_id": "p", "solver": "s", "generator": "g", "sample": 0, "solverLLM_baseline_ans": "A",
        "solverLLM_assisted_ans": "A", "genLLM_ans": None, "origin": "recorded",
    }  # fmt: skip
    folder = bench.package({"p": asks_twice, "q": asks_twice}, [foreign])
    run, judgement = bench.run(folder, SeededSolver(3))
    run_package(run, judgement, sandbox, tmp_path / "recorded")
    outcome = run_package(replayed(run, tmp_path / "recorded"), judgement, sandbox, tmp_path / "replayed")
    assert [(row.item_id, row.solver, row.outcome) for row in outcome.rows] == [
        ("p", "test", "completed"),
        ("q", "test", "completed"),
    ]


def test_a_recording_that_is_about_other_programs_is_refused(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    run, judgement = bench.run(bench.package({"p": asks_twice}), SeededSolver(3))
    run_package(run, judgement, sandbox, tmp_path / "recorded")
    run, judgement = bench.run(bench.package({"q": asks_twice}), SeededSolver(3))
    with pytest.raises(UsageError, match=r"recorded: no recorded row is about a program of .*package"):
        run_package(replayed(run, tmp_path / "recorded"), judgement, sandbox, tmp_path / "replayed")


def test_another_recording_is_another_solver(bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path) -> None:
    run, judgement = bench.run(bench.package({"p": asks_twice}), SeededSolver(3))
    run_package(run, judgement, sandbox, tmp_path / "recorded")
    then = replayed(run, tmp_path / "recorded")
    calls = tmp_path / "recorded/calls.jsonl"
    calls.write_text(calls.read_text().replace('"latency_s"', '"latency"'))
    assert replayed(run, tmp_path / "recorded").choices[0].identity != then.choices[0].identity
