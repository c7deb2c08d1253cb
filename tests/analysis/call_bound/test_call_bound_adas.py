"""Published agent scaffolds: the solver is found in each, each has a bound or a reason, some are counted by hand."""

from __future__ import annotations

import ast
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract

COUNTED = {
    "adas:arc:10": 9,  # 5 candidates, 1 ensemble, 3 refinements
    "adas:arc:16": 36,  # 5 candidates, 5 x 3 advisors, 5 x 3 refinements, 1 decision
    "adas:arc:22": 71,  # 5 strategies, 5 sub-goals, 5 x 3 x (3 experts + 1 refinement), 1 decision
    "adas:arc:26": 31,  # 5 candidates, 5 heuristics, 5 simulations, 5 x 3 refinements, 1 decision
    "adas:drop:28": 8,  # 3 experts, 1 coordinator, 3 rounds of 1, 1 synthesis
    "adas:drop:33": 17,  # 4 before, 3 rounds of 4, 1 synthesis
    "adas:drop:8": 6,  # 5 agents, 1 vote
    "adas:gpqa:16": 11,  # 3 experts, 3 introspections, 1 sharing, 3 refinements, 1 synthesis
    "adas:gpqa:22": 16,  # 3 hypotheses, 3 experiments, 3 x 3 refinements, 1 synthesis
    "adas:gpqa:28": 16,  # 3 experts, 3 mappings, 3 x 3 refinements, 1 synthesis
    "adas:gpqa:4": 2,  # principle, answer
    "adas:mgsm:12": 9,  # 2 before, 3 rounds of 2, 1 after
    "adas:mgsm:20": 21,  # 2 before, 3 rounds of (2 + 3 reviews + 1), 1 decision
    "adas:mgsm_transfer:1": 5,  # 5 chains
    "adas:mgsm_transfer:7": 5,  # teacher, student, verifier, teacher, student
    "adas:mmlu:12": 14,  # 3 before, 5 rounds of feedback and answer, 1 decision
    "adas:mmlu:20": 6,  # domain, initial, factual, logical, expert, integration
    "adas:mmlu:33": 10,  # analogy, factual, logical, domain, 5 refinements, synthesis
    # Drawn at random (random.Random(20261121)) and counted before the tool was asked:
    "adas:arc:1": 4,  # 1 attempt, 3 more
    "adas:arc:5": 3,  # strategy, implementation, decision
    "adas:arc:8": 13,  # 3 candidates, 3 x 3 refinements, 1 decision
    "adas:drop:25": 8,  # 3 experts, 1 coordinator, 3 rounds of 1, 1 synthesis
    "adas:drop:26": 11,  # 3 experts, 1 coordinator, 3 rounds of 2, 1 synthesis
    "adas:drop:27": 8,  # 3 experts, 1 memory, 3 rounds of 1, 1 synthesis
    "adas:drop:29": 17,  # 4 before, 3 rounds of 4, 1 synthesis
    "adas:drop:30": 17,  # 4 before, 3 rounds of 4, 1 synthesis
    "adas:gpqa:26": 25,  # 3 experts, 3 scenarios, 3 x 3 x 2 refinements, 1 synthesis
    "adas:mgsm:14": 6,  # 3 rounds of answer and review
    "adas:mgsm:17": 6,  # 3 rounds of answer and review
    "adas:mgsm:2": 11,  # 1 answer, 5 rounds of review and answer
    "adas:mmlu:21": 22,  # 1 answer, 5 rounds of (3 reviews + 1), 1 synthesis
}
UNBOUNDED = {"adas:gpqa:10", "adas:mmlu:18"}
"""They call an agent for each piece of a response."""


@pytest.fixture(scope="module")
def scaffolds(data_folder: Path) -> dict[str, tuple[dict[str, Any], Facts]]:
    contract = load_contract("adas")
    rows = [json.loads(line) for line in (data_folder / "adas" / "programs.jsonl").read_text("utf-8").splitlines()]
    return {row["id"]: (row, Facts(ast.parse(row["source"]), contract)) for row in rows}


def test_every_scaffold_calls_the_solver(scaffolds: dict[str, tuple[dict[str, Any], Facts]]) -> None:
    assert [name for name, (_, facts) in scaffolds.items() if not facts.solver_calls.from_entry] == []


def test_no_bound_is_unknown(scaffolds: dict[str, tuple[dict[str, Any], Facts]]) -> None:
    kinds = Counter(facts.call_bound.kind.value for _, facts in scaffolds.values())
    print(f"call bounds of {len(scaffolds)} agent scaffolds: {dict(kinds)}")  # noqa: T201
    assert set(kinds) <= {"finite", "unbounded"}


@pytest.mark.parametrize("name", sorted(COUNTED))
def test_the_bound_is_the_number_counted_by_hand(name: str, scaffolds: dict[str, tuple[dict[str, Any], Facts]]) -> None:
    assert scaffolds[name][1].call_bound.max == COUNTED[name]


@pytest.mark.parametrize("name", sorted(UNBOUNDED))
def test_a_loop_over_pieces_of_a_response_has_no_bound(
    name: str, scaffolds: dict[str, tuple[dict[str, Any], Facts]]
) -> None:
    assert scaffolds[name][1].call_bound.kind.value == "unbounded"
