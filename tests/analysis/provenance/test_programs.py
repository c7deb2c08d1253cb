"""Provenance of small programs, in the clear and in disguise, against what a reader says."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract
from tests.analysis.provenance.programs import Case, cases


@pytest.mark.parametrize("case", cases(), ids=lambda case: case[0])
def test_the_sources_of_the_answer_are_what_a_reader_says(case: Case) -> None:
    _, sources, program = case
    provenance = Facts(ast.parse(program), load_contract("cgr")).provenance
    assert not provenance.exhausted
    assert provenance.answer == sources


def test_there_are_many_cases_and_none_twice() -> None:
    names = [name for name, _, _ in cases()]
    assert len(names) >= 120
    assert len(set(names)) == len(names)
