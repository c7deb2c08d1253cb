"""Probes of random scaffolds, held to what is known of how they were made and to what the audit claims of them."""

from __future__ import annotations

import ast
import random

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.execution.observed import Observed
from cgr_audit.execution.probe.item_probe import ItemProbe, Sensitivity
from cgr_audit.execution.probe.item_runs import ProgramToProbe
from cgr_audit.execution.probe.items import synthetic_item
from cgr_audit.execution.probe.probing import Prober, ProbeSettings
from cgr_audit.execution.probe.reading import read_program
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.source.contract import load_contract
from corpus.random_scaffolds.program import write_scaffold
from corpus.random_scaffolds.pure_flow import write_pure_flow

CONTRACT = load_contract("cgr")
DECIDED_BY_NONE = {"literal", "item"}


@pytest.fixture(scope="module")
def prober(interpreter: Interpreter) -> Prober:
    return Prober(Sandbox(interpreter, Limits(fuel=10**9), CONTRACT), ProbeSettings(runs=40))


def probe(prober: Prober, text: str, bound: int | None = None) -> ItemProbe:
    data = text.encode()
    found = prober.probe(ProgramToProbe(data, read_program(data, CONTRACT), bound), synthetic_item(3))
    assert found.failure is None
    return found


@pytest.mark.parametrize("number", range(6))
def test_an_answer_that_a_response_only_flows_to_is_sensitive(prober: Prober, number: int) -> None:
    scaffold = write_pure_flow(random.Random(f"probe {number}"))
    assert probe(prober, scaffold.text).sensitivity is Sensitivity.SENSITIVE, scaffold.text


@pytest.mark.parametrize("number", range(6))
def test_no_probe_contradicts_what_the_audit_claims(prober: Prober, number: int) -> None:
    text = write_scaffold(random.Random(f"claims {number}")).text
    facts = Facts(ast.parse(text), CONTRACT)
    found = probe(prober, text, facts.call_bound.at(3))
    assert all(seen.code is not Observed.BOUND_BROKEN for seen in found.seen), text
    if facts.provenance.answer and set(facts.provenance.answer) <= DECIDED_BY_NONE:
        assert found.sensitivity in {Sensitivity.INSENSITIVE, Sensitivity.UNDECIDED}, text


@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_a_pure_flow_that_is_overwritten_at_last_is_insensitive(prober: Prober, letter: str) -> None:
    text = write_pure_flow(random.Random("overwritten")).text
    last = f"def solve(question, exp_config):\n    return '{letter}', *before(question, exp_config)[1:]\n"
    found = probe(prober, f"{text}\n\nbefore = solve\n\n{last}")
    assert (found.sensitivity, found.only_answer) == (Sensitivity.INSENSITIVE, letter)
