"""Call bounds and provenance against execution: no run of a random scaffold contradicts what was said of it."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corpus.random_scaffolds.campaign import judge_many
from corpus.random_scaffolds.claims import Claim
from corpus.random_scaffolds.oracle import Oracle, random_cases
from corpus.random_scaffolds.program import write_scaffold
from corpus.random_scaffolds.pure_flow import write_pure_flow


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle()


def test_no_run_of_random_scaffolds_contradicts_a_claim() -> None:
    tally = judge_many("tests", 0, 40)
    assert tally.failures == []
    assert tally.programs == 40
    assert set(tally.tested) == set(Claim)


@pytest.mark.slow
@settings(max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.randoms(use_true_random=False))
def test_no_scaffold_that_hypothesis_finds_is_contradicted(
    oracle: Oracle, source: random.Random, cases: random.Random
) -> None:
    scaffold = write_scaffold(source)
    assert oracle.judge(scaffold.text, random_cases(cases)).contradictions == [], scaffold.text


@pytest.mark.slow
@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.randoms(use_true_random=False))
def test_a_response_that_only_flows_to_the_answer_makes_it_the_solvers(
    oracle: Oracle, source: random.Random, cases: random.Random
) -> None:
    scaffold = write_pure_flow(source)
    assert oracle.judge(scaffold.text, random_cases(cases), flows=True).contradictions == [], scaffold.text


@pytest.mark.slow
def test_no_run_of_thousands_of_random_scaffolds_contradicts_a_claim() -> None:
    assert judge_many("slow tests", 0, 5000).failures == []
