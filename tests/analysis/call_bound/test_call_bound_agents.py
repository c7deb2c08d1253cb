"""Solver objects: every way of asking one counts once."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract

CONTRACT = load_contract("adas")
PROGRAMS = Path(__file__).parent / "agents.txt"


def programs() -> list[tuple[str, str]]:
    parts = PROGRAMS.read_text("utf-8").split("### ")[1:]
    return [(head, body) for head, _, body in (part.partition("\n") for part in parts)]


@pytest.mark.parametrize(("expected", "source"), programs())
def test_every_way_of_asking_a_solver_object_counts(expected: str, source: str) -> None:
    assert Facts(ast.parse(source), CONTRACT).call_bound.expression == expected


def test_what_an_agent_is_asked_through_is_a_solver_call() -> None:
    source = 'def forward(self, taskInfo):\n    return LLMAgentBase(["answer"], "A").query([taskInfo], "Answer.")\n'
    assert [site.lineno for site in Facts(ast.parse(source), CONTRACT).solver_calls.reached_sites] == [2]
