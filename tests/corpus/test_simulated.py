"""The simulated package has the published shape, says that it is simulated, and can be made anew."""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
import simulate
from simulation.design import assignments
from simulation.rows import REGRESSING, ZERO_BASELINE
from simulation.scaffolds import LETTERS, SCAFFOLDS, scaffold_text
from simulation.scripted_runs import REFUSED

from cgr_audit.audit.registry import load_registry
from cgr_audit.cli.judging import judge
from cgr_audit.gate.policy import load_policy
from cgr_audit.records.lines import write_lines
from cgr_audit.records.package import open_package
from cgr_audit.records.writing import write_manifest
from cgr_audit.source.contract import load_contract

ROWS = 20_498
COUNTED = ROWS - 18
CHANGING_WITH_RULES = {
    "verdicts.jsonl": frozenset({"rules", "policy"}),
    "findings.jsonl": frozenset({"message", "evidence"}),
}
"""Files with the fields in them that follow from the rules' and the policy's text, not from the simulation."""


@pytest.fixture(scope="module")
def folder() -> Path:
    return simulate.SIMULATED


@pytest.fixture(scope="module")
def rows(folder: Path) -> list[dict[str, Any]]:
    return lines(folder, "results.jsonl")


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]


def assisted(row: dict[str, Any]) -> str | None:
    """The assisted answer, or for a program that was refused the one that had been recorded."""
    answer = row.get("recorded_assisted_ans") if row["outcome"] == "refused" else row["solverLLM_assisted_ans"]
    return None if answer is None else str(answer)


def test_it_has_the_published_shape(rows: list[dict[str, Any]]) -> None:
    pairs = Counter((row["dataset"], row["solver"]) for row in rows)
    assert len(rows) == ROWS
    assert (len({dataset for dataset, _ in pairs}), len({solver for _, solver in pairs}), len(pairs)) == (9, 6, 52)
    assert min(pairs.values()) == 7


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


def test_every_way_of_having_no_answer_occurs(rows: list[dict[str, Any]]) -> None:
    outcomes = Counter(row["outcome"] for row in rows)
    assert set(outcomes) == {"completed", "refused", "guest_error", "host_failure", "limit_exceeded"}
    assert outcomes["host_failure"] == ROWS - COUNTED
    for field in ("solverLLM_baseline_ans", "solverLLM_assisted_ans"):
        assert {row[field] for row in rows} == {*LETTERS, "X", "I", None}


def test_it_says_that_it_is_simulated(folder: Path, rows: list[dict[str, Any]]) -> None:
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert manifest["name"] == "simulated"
    assert manifest["description"].startswith("SIMULATED")
    assert (folder / "README.md").read_text("utf-8").startswith("# Simulated trace package\n\n**Simulated:")
    assert all(item["question"].startswith("Simulated, no real question.") for item in lines(folder, "items.jsonl"))
    names = {row[field] for row in rows for field in ("dataset", "solver", "generator")}
    assert all(name.startswith("simulated") for name in names)


def test_the_list_of_programs_is_what_the_design_assigns(folder: Path) -> None:
    package = open_package(folder)
    texts = {
        assignment.item.key: scaffold_text(assignment.scaffold, assignment.letter).encode()
        for assignment in assignments()
    }
    assert {program.item_key for program in package.programs} == set(texts)
    assert all(package.program_bytes(program) == texts[program.item_key] for program in package.programs)


def test_verdicts_and_codes_are_those_of_todays_audit(folder: Path, tmp_path: Path) -> None:
    small = one_item_for_each_text(folder, tmp_path)
    contract, registry = load_contract("cgr"), load_registry(None)
    judgement, _, complete = judge(
        open_package(small), contract, registry, load_policy(None, registry), None, 2, deadline=math.inf
    )
    assert complete
    kept = {verdict["program_id"] for verdict in judgement.verdicts}
    assert len(kept) == len(SCAFFOLDS) * len(LETTERS)
    assert deciding(judgement.verdicts) == deciding(
        verdict for verdict in lines(folder, "verdicts.jsonl") if verdict["program_id"] in kept
    )
    assert found(judgement.findings) == found(
        finding for finding in lines(folder, "findings.jsonl") if finding["program_id"] in kept
    )


def test_the_same_text_has_the_same_verdict_everywhere(folder: Path) -> None:
    by_text: defaultdict[str, set[str]] = defaultdict(set)
    for verdict in lines(folder, "verdicts.jsonl"):
        by_text[verdict["sha256"]].add(verdict["verdict"])
    assert len(by_text) == len(SCAFFOLDS) * len(LETTERS)
    assert {len(verdicts) for verdicts in by_text.values()} == {1}


def test_what_the_gate_refuses_is_what_the_design_does_not_run(folder: Path) -> None:
    refused = {verdict["program_id"] for verdict in lines(folder, "verdicts.jsonl") if verdict["verdict"] == "refused"}
    assert refused == {
        f"simulated/{assignment.item.dataset}/{assignment.item.item_id}.0.py"
        for assignment in assignments()
        if assignment.scaffold in REFUSED
    }


@pytest.mark.slow
def test_making_it_anew_gives_the_same_bytes_but_for_what_the_rules_word_and_their_digests(
    folder: Path, tmp_path: Path
) -> None:
    simulate.write_package(tmp_path)
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert written == {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} - {
        "README.md"
    }
    for name in sorted(written - {"manifest.json", *CHANGING_WITH_RULES}):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes(), name
    for name, changing in CHANGING_WITH_RULES.items():
        made, kept = ([without(record, changing) for record in lines(package, name)] for package in (tmp_path, folder))
        assert made == kept, name
    manifests = [json.loads((package / "manifest.json").read_text("utf-8")) for package in (tmp_path, folder)]
    for manifest in manifests:
        manifest["sha256"] = without(manifest["sha256"], frozenset(CHANGING_WITH_RULES))
    assert manifests[0] == manifests[1]


def without(record: dict[str, Any], fields: frozenset[str]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in fields}


def deciding(verdicts: Any) -> list[tuple[Any, ...]]:
    """Verdicts without the digests of what made them."""
    return sorted((one["program_id"], one["sha256"], one["verdict"], tuple(one["reasons"])) for one in verdicts)


def found(findings: Any) -> list[tuple[str, str, int]]:
    return sorted((one["program_id"], one["code"], one["span"]["line"] if one["span"] else 0) for one in findings)


def one_item_for_each_text(folder: Path, into: Path) -> Path:
    """A package with one program of each text, and no rows."""
    first: dict[str, dict[str, Any]] = {}
    for program in lines(folder, "programs.jsonl"):
        first.setdefault(program["sha256"], program)
    wanted = {(program["dataset"], program["item_id"]) for program in first.values()}
    items = (item for item in lines(folder, "items.jsonl") if (item["dataset"], item["item_id"]) in wanted)
    for program in first.values():
        path = into / "programs" / program["program_id"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((folder / "programs" / program["program_id"]).read_bytes())
    write_lines(into / "items.jsonl", items)
    write_lines(into / "programs.jsonl", first.values())
    (into / "solvers.json").write_bytes((folder / "solvers.json").read_bytes())
    write_manifest(into, name="one of each", contract="cgr", created=None)
    return into
