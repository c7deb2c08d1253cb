"""No run of an adversarial program contradicts what the analysis claims of it."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract
from corpus.adversarial.suite import CASES, AdversarialProgram, adversarial_programs, read_recording
from corpus.random_scaffolds.oracle import Oracle, judge_runs

CONTRACT = load_contract("cgr")
PROGRAMS = adversarial_programs()
RECORDING = read_recording()


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle()


def test_the_recording_is_of_the_programs_as_they_are() -> None:
    assert RECORDING.keys() == {one.sha256 for one in PROGRAMS}, "run python -m benchmarks.adversarial --record"


@pytest.mark.parametrize("program", PROGRAMS[::40], ids=lambda one: one.name)
def test_a_program_does_what_is_recorded(oracle: Oracle, program: AdversarialProgram) -> None:
    observed = oracle.judge(program.text, CASES).observed
    assert {run.case: run for run in RECORDING[program.sha256]} == {run.case: run for run in observed}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.name)
def test_no_run_contradicts_a_claim(program: AdversarialProgram) -> None:
    facts = Facts(ast.parse(program.text), CONTRACT)
    judgement = judge_runs(program.text, facts, RECORDING[program.sha256])
    assert {one.kind: one.claim for one in judgement.contradictions} == {}


def test_every_program_asks_the_solver_and_comes_to_an_answer() -> None:
    runs = {one.name: RECORDING[one.sha256] for one in PROGRAMS}
    assert [name for name, seen in runs.items() if not any(run.calls and run.answer for run in seen)] == []
