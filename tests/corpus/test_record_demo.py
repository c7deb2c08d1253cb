"""The recording is what the script makes of the package: whole, and the same wherever it is made."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import record_demo

from cgr_audit.records.package import TracePackage, open_package
from cgr_audit.source.contract import load_contract


@pytest.fixture(scope="module")
def package(demo: Path) -> TracePackage:
    return open_package(demo)


def test_every_program_has_a_recorded_row_under_every_solver(package: TracePackage) -> None:
    assert package.consistency.programs_without_result == ()
    assert package.consistency.unregistered_solvers == ()
    assert Counter(row.solver for row in package.results()) == {"small-3b": 142, "tiny-1b": 142}
    assert {row.origin for row in package.results()} == {"recorded"}


def test_the_manifest_says_that_the_solvers_are_simulated(package: TracePackage) -> None:
    assert "simulated" in package.manifest.record["description"]
    assert {entry.provider for entry in package.solvers.values()} == {"simulated"}


def test_the_list_of_programs_is_the_one_made_from_the_folder(package: TracePackage, demo: Path) -> None:
    assert tuple(record_demo.programs_in(demo / "programs")) == package.programs


@pytest.mark.slow
def test_recording_again_gives_the_same_rows_and_calls(package: TracePackage) -> None:
    again = sorted(record_demo.record(package, load_contract("cgr")), key=lambda one: one[0].key)
    assert [row for row, _ in again] == list(package.results())
    assert [call for _, calls in again for call in calls] == list(package.calls())


def test_one_solver_has_a_dataset_without_a_right_direct_answer(package: TracePackage) -> None:
    right = Counter(
        (row.solver, row.dataset)
        for row in package.results()
        if row.solverLLM_baseline_ans in package.items[row.item_key].correct_ids
    )
    pairs = {(row.solver, row.dataset) for row in package.results()}
    assert {pair for pair in pairs if not right[pair]} == {("tiny-1b", "logic_puzzles")}
