"""Provenance against execution: random scaffolds run under scripted solvers never contradict what was said of them."""

from __future__ import annotations

import ast
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.queries.provenance import Provenance
from cgr_audit.source.contract import load_contract
from tests.analysis.provenance.scaffolds import SCRIPTS, Failed, outcome, pure_flow, scaffold

CONTRACT = load_contract("cgr")
FOLLOWS_THE_SOLVER = {"solver", "selected", "fallback", "unknown"}


def provenance(source: str) -> Provenance:
    return Facts(ast.parse(source), CONTRACT).provenance


def contradiction(source: str) -> str | None:
    """What execution says against the provenance of a program, if anything."""
    found = provenance(source)
    results = [result for result in (outcome(source, script) for script in SCRIPTS) if not isinstance(result, Failed)]
    answers = set(found.answer)
    if len(set(map(repr, results))) > 1 and not answers & FOLLOWS_THE_SOLVER:
        return f"{found.answer}, but the answer changes with the solver: {results}"
    if results and not answers:
        return f"nothing is said to be returned, but {results[0]!r} is"
    if found.solver is not None and all(flow.is_known for flow in found.solver.flows):
        constants = {repr(flow.constant) for flow in found.solver.flows}
        others = [result for result in results if repr(result) not in constants]
        if others:
            return f"only {sorted(constants)} are said to be returned, but {others[0]!r} is"
    return None


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**48))
def test_execution_never_contradicts_the_provenance_of_a_random_scaffold(seed: int) -> None:
    source = scaffold(random.Random(seed))
    assert contradiction(source) is None, source


@settings(deadline=None)
@given(st.integers(0, 2**48))
def test_a_response_that_only_flows_to_the_answer_makes_it_the_solvers(seed: int) -> None:
    source = pure_flow(random.Random(seed))
    assert outcome(source, ("C",)) == "C"
    assert provenance(source).answer == ("solver",), source


@pytest.mark.slow
def test_execution_contradicts_none_of_20_000_random_scaffolds() -> None:
    for seed in range(20_000):
        source = scaffold(random.Random(seed))
        assert contradiction(source) is None, source
