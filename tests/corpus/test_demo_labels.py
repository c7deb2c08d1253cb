"""The audit and the gate against the labels that the demo's programs were given by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.record import program_record
from cgr_audit.audit.registry import load_registry
from cgr_audit.gate.policy import load_policy
from cgr_audit.gate.verdict import Gate
from cgr_audit.source.collect import collect
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

Lines = Callable[[str], list[dict[str, Any]]]
REGISTRY = load_registry()
CONTRACT = load_contract("cgr")


@pytest.fixture(scope="module")
def audits(demo: Path) -> dict[str, ProgramAudit]:
    programs = [found for found in collect([str(demo)]) if isinstance(found, Program)]
    return {program.program_id: audit_program(program, CONTRACT, REGISTRY.rules) for program in programs}


@pytest.fixture(scope="module")
def labels(demo_lines: Lines) -> list[dict[str, Any]]:
    return demo_lines("labels.jsonl")


def test_every_program_is_labelled(audits: dict[str, ProgramAudit], labels: list[dict[str, Any]]) -> None:
    assert sorted(audits) == [label["program_id"] for label in labels]


def test_the_codes_found_are_exactly_the_codes_labelled(
    audits: dict[str, ProgramAudit], labels: list[dict[str, Any]]
) -> None:
    for label in labels:
        expected = {finding["code"] for finding in label["findings"]} | set(label["more"])
        assert {finding.code for finding in audits[label["program_id"]].findings} == expected, label["program_id"]


def test_every_finding_stands_on_a_line_that_its_label_names(
    audits: dict[str, ProgramAudit], labels: list[dict[str, Any]]
) -> None:
    for label in labels:
        lines = {finding["code"]: {finding["line"], *finding["also"]} for finding in label["findings"]}
        for finding in audits[label["program_id"]].findings:
            assert finding.span is not None
            if finding.code not in label["more"]:
                assert finding.span.line in lines[finding.code], (label["program_id"], finding.code)


def test_every_call_bound_is_the_one_counted_by_hand(
    audits: dict[str, ProgramAudit], labels: list[dict[str, Any]]
) -> None:
    for label in labels:
        if label["call_bound"] is not None:
            assert program_record(audits[label["program_id"]])["call_bound"] == label["call_bound"], label["program_id"]


def test_every_verdict_is_the_one_labelled(
    audits: dict[str, ProgramAudit], labels: list[dict[str, Any]], option_counts: dict[str, int]
) -> None:
    gate = Gate(load_policy(None, REGISTRY), REGISTRY.digest, CONTRACT.digest)
    for label in labels:
        program = label["program_id"]
        assert gate.judge(audits[program], option_counts[program]).verdict.value == label["verdict"], program


@pytest.fixture(scope="module")
def option_counts(demo: Path) -> dict[str, int]:
    options = {(item["dataset"], item["item_id"]): len(item["options"]) for item in _lines(demo / "items.jsonl")}
    programs = _lines(demo / "programs.jsonl")
    return {program["program_id"]: options[program["dataset"], program["item_id"]] for program in programs}


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, path.read_text("utf-8").splitlines())
