"""The simulated package has the published shape, says that it is simulated, and is the same whoever generates it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
import simulate
from simulation.design import assignments
from simulation.rows import REGRESSING, ZERO_BASELINE
from simulation.scaffolds import LETTERS, SCAFFOLDS, answers_with_own_letter, scaffold_text
from simulation.scripted_runs import REFUSED, Script, ScriptedRuns

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.accuracy.join import join_package
from cgr_audit.accuracy.missing import Missing
from cgr_audit.accuracy.settings import Settings
from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.record import finding_record
from cgr_audit.audit.registry import load_registry
from cgr_audit.records.package import open_package
from cgr_audit.sandbox.compile_check import GuestCompiler
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program
from tests.accuracy.agreement import disagreements
from tests.accuracy.recount import recount

ROWS = 20_498
COUNTED = ROWS - 18
ROOT = Path(simulate.__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole package; it takes a while."""
    folder = tmp_path_factory.mktemp("simulated")
    assert simulate.write_package(folder, assignments()) == ROWS
    return folder


@pytest.fixture(scope="module")
def part(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of a few items, with at least one for each way to ask."""
    folder = tmp_path_factory.mktemp("part")
    one_of_each = {assignment.scaffold: assignment for assignment in assignments()}
    few = {assignment.item.key: assignment for assignment in (*assignments()[::400], *one_of_each.values())}
    simulate.write_package(folder, [few[key] for key in sorted(few)])
    return folder


@pytest.fixture(scope="module")
def rows(simulated: Path) -> list[dict[str, Any]]:
    return lines(simulated, "results.jsonl")


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]


def assisted(row: dict[str, Any]) -> str | None:
    """The assisted answer, or for a program that was refused the one that had been recorded."""
    answer = row.get("recorded_assisted_ans") if row["outcome"] == "refused" else row["solverLLM_assisted_ans"]
    return None if answer is None else str(answer)


def test_it_has_the_published_shape() -> None:
    pairs = Counter((one.item.dataset, solver) for one in assignments() for solver in one.solvers)
    assert pairs.total() == ROWS
    assert (len({dataset for dataset, _ in pairs}), len({solver for _, solver in pairs}), len(pairs)) == (9, 6, 52)
    assert min(pairs.values()) == 7


@pytest.mark.slow
def test_its_micro_accuracies_are_the_published_ones(rows: list[dict[str, Any]]) -> None:
    counted = [row for row in rows if row["outcome"] != "host_failure"]
    right = [
        sum(row["solverLLM_baseline_ans"] == row["correct_ans"] for row in counted),
        sum(assisted(row) == row["correct_ans"] for row in counted),
        sum(row["genLLM_ans"] == row["correct_ans"] for row in counted),
    ]
    assert len(counted) == COUNTED
    assert [f"{100 * number / COUNTED:.2f}" for number in right] == ["23.27", "62.41", "79.19"]
    assert f"{100 * (right[1] - right[0]) / (right[2] - right[0]):.2f}" == "69.99"


@pytest.mark.slow
def test_some_pairs_have_no_right_direct_answer_and_some_regress(rows: list[dict[str, Any]]) -> None:
    direct: defaultdict[tuple[str, str], int] = defaultdict(int)
    gained: defaultdict[tuple[str, str], int] = defaultdict(int)
    for row in rows:
        pair = (row["dataset"], row["solver"])
        if row["outcome"] != "host_failure":
            direct[pair] += row["solverLLM_baseline_ans"] == row["correct_ans"]
            gained[pair] += (assisted(row) == row["correct_ans"]) - (
                row["solverLLM_baseline_ans"] == row["correct_ans"]
            )
    assert {pair for pair, number in direct.items() if not number} == ZERO_BASELINE
    assert {pair for pair, number in gained.items() if number < 0} >= REGRESSING


@pytest.mark.slow
def test_every_way_of_having_no_answer_occurs(rows: list[dict[str, Any]]) -> None:
    outcomes = Counter(row["outcome"] for row in rows)
    assert set(outcomes) == {"completed", "refused", "guest_error", "host_failure", "limit_exceeded"}
    assert outcomes["host_failure"] == ROWS - COUNTED
    for field in ("solverLLM_baseline_ans", "solverLLM_assisted_ans"):
        assert {row[field] for row in rows} == {*LETTERS, "X", "I", None}


def test_it_says_that_it_is_simulated(part: Path) -> None:
    manifest = json.loads((part / "manifest.json").read_text("utf-8"))
    assert manifest["name"] == "simulated"
    assert manifest["description"].startswith("SIMULATED")
    assert (part / "README.md").read_text("utf-8").startswith("# Simulated trace package\n\n**Simulated:")
    assert all(item["question"].startswith("Simulated, no real question.") for item in lines(part, "items.jsonl"))
    names = {row[field] for row in lines(part, "results.jsonl") for field in ("dataset", "solver", "generator")}
    assert all(name.startswith("simulated") for name in names)


def test_the_list_of_programs_is_what_the_design_assigns(part: Path) -> None:
    package = open_package(part)
    texts = {
        assignment.item.key: scaffold_text(assignment.scaffold, assignment.letter).encode()
        for assignment in assignments()
    }
    assert {program.item_key for program in package.programs} == package.items.keys() <= texts.keys()
    assert all(package.program_bytes(program) == texts[program.item_key] for program in package.programs)


def test_a_program_has_the_findings_of_an_audit_of_its_own(part: Path) -> None:
    contract = load_contract("cgr")
    rules, accepts = load_registry(None).rules, GuestCompiler(contract.imports.profile)
    scaffolds = {assignment.item.key: assignment.scaffold for assignment in assignments()}
    package = open_package(part)
    last = {scaffolds[program.item_key]: program for program in package.programs}
    expected: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for finding in package.findings():
        expected[finding["program_id"]].append(finding)
    assert len(last) == len(SCAFFOLDS)
    for program in last.values():
        source = Program(program.program_id, f"programs/{program.program_id}", package.program_bytes(program))
        findings = audit_program(source, contract, rules, accepts).findings
        assert [finding_record(source, finding) for finding in findings] == expected[program.program_id]


@pytest.mark.slow
def test_the_same_text_has_the_same_verdict_everywhere(simulated: Path) -> None:
    by_text: defaultdict[str, set[str]] = defaultdict(set)
    for verdict in lines(simulated, "verdicts.jsonl"):
        by_text[verdict["sha256"]].add(verdict["verdict"])
    assert len(by_text) == len(SCAFFOLDS) * len(LETTERS)
    assert {len(verdicts) for verdicts in by_text.values()} == {1}


def test_what_the_gate_refuses_is_what_the_design_does_not_run(part: Path) -> None:
    verdicts, items = lines(part, "verdicts.jsonl"), open_package(part).items
    refused = {verdict["program_id"] for verdict in verdicts if verdict["verdict"] == "refused"}
    assert refused == {
        f"simulated/{assignment.item.dataset}/{assignment.item.item_id}.0.py"
        for assignment in assignments()
        if assignment.scaffold in REFUSED and assignment.item.key in items
    }


def test_the_letter_of_the_generator_changes_no_run_where_one_run_serves_all_letters() -> None:
    runs = ScriptedRuns(load_contract("cgr"))
    shared = [name for name in SCAFFOLDS if name not in REFUSED and not answers_with_own_letter(name)]
    assert len(shared) == 9
    for name in shared:
        one, other = (runs._run_program(name, letter, 4, Script("one_empty", "C")) for letter in "AD")
        assert one == other, name


@pytest.mark.slow
def test_another_process_with_another_hash_seed_writes_the_same_bytes(simulated: Path, tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "corpus" / "simulate.py"), "--out", str(tmp_path)]
    subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": "7"}, check=True, capture_output=True)
    assert contents(tmp_path) == contents(simulated)


@pytest.mark.slow
@pytest.mark.parametrize("missing", [Missing.WRONG, Missing.LEFT_OUT])
def test_every_figure_can_be_counted_by_hand(simulated: Path, missing: Missing) -> None:
    settings = Settings(missing, Resampling(resamples=2))
    joined = join_package(open_package(simulated), load_contract("cgr"), settings)
    assert disagreements(joined.summary.to_record(), recount(simulated, missing=missing.value)) == []


@pytest.mark.slow
def test_the_documents_show_what_join_prints(simulated: Path, tmp_path: Path) -> None:
    join = "from cgr_audit.cli.main import main; main()"
    command = [sys.executable, "-c", join, "join", str(simulated), "--out", str(tmp_path)]
    printed = subprocess.run(command, check=True, capture_output=True).stdout.decode().splitlines()
    session = (ROOT / "docs/experiment.md").read_text("utf-8").partition("$ cgr-audit join corpus/simulated")[2]
    shown = [line for line in session.partition("```")[0].splitlines() if line.startswith("|")]
    assert len(shown) == 12
    assert [line for line in shown if line not in printed] == []


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
