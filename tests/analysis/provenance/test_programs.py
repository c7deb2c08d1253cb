"""Provenance of small programs, in the clear and in disguise, against what a reader says."""

from __future__ import annotations

import ast

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract
from tests.analysis.provenance.programs import cases


def answer_of(program: str) -> tuple[str, ...] | None:
    """The sources of a program's answer; nothing if the analysis gave up."""
    provenance = Facts(ast.parse(program), load_contract("cgr")).provenance
    return None if provenance.exhausted else provenance.answer


def test_the_sources_of_the_answer_are_what_a_reader_says() -> None:
    found = {name: answer_of(program) for name, _, program in cases()}
    assert found == {name: sources for name, sources, _ in cases()}


def test_there_are_many_cases_and_none_twice() -> None:
    names = [name for name, _, _ in cases()]
    assert len(names) >= 120
    assert len(set(names)) == len(names)
