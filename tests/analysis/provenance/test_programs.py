"""Provenance of small programs, in the clear and in disguise, against what a reader says."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract
from tests.analysis.provenance.programs import PROGRAMS, program, sources


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_answers_sources_are_what_a_reader_says(name: str) -> None:
    letters, body = PROGRAMS[name]
    facts = Facts(ast.parse(program(body)), load_contract("cgr"))
    assert not facts.provenance.exhausted
    assert facts.provenance.answer == sources(letters)
