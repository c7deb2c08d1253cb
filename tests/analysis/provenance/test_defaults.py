"""Constants that stand in for an answer where nothing could be extracted, hidden in containers and operations."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.queries.sources import Source
from cgr_audit.source.contract import load_contract

ASKED = "    a = extract_answer(llm_model(question, {}))\n"
FALLBACK = {
    "a table for translate": 'return a.translate(str.maketrans("X", "C")), "B", 3',
    "a table by code": 'return a.translate({88: "C"}), "B", 3',
    "a pattern": 'return re.sub("X", "C", a), "B", 3',
    "a tuple by a test": 'return ("C", a)[a != "X"], "B", 3',
    "a list by a test": 'return [a, "C"][a == "X"], "B", 3',
    "a dictionary by a test": 'return {True: "C", False: a}[a == "X"], "B", 3',
    "a tuple by a negation": 'return (a, "C")[not a != "X"], "B", 3',
    "a union": 'found = {} if a == "X" else {"a": a}\n    return ({"a": "C"} | found)["a"], "B", 3',
    "a union in place": 'kept = {"a": "C"}\n    kept |= {} if a == "X" else {"a": a}\n    return kept["a"], "B", 3',
    "an option under the failure value": 'return {"X": options[0]["id"]}.get(a, a), "B", 3',
    "an option beside the letters": 'return {"X": options[0]["id"], "A": a, "B": a}[a], "B", 3',
}
SOLVER = {
    "what no failure value meets": 'return a.translate(str.maketrans("abc", "ABC")), "B", 3',
    "case": 'return a.lower().upper(), "B", 3',
    "a union that is always overwritten": 'return ({"a": "C"} | {"a": a})["a"], "B", 3',
    "a place that is not a test": 'return (a, a)[len(options) > 2], "B", 3',
}


def sources(body: str) -> set[Source]:
    tree = ast.parse(f"import re\nfrom collections import ChainMap\ndef solve(question, options):\n{ASKED}    {body}\n")
    solver = Facts(tree, load_contract("cgr")).provenance.solver
    return set() if solver is None else {flow.source for flow in solver.flows}


@pytest.mark.parametrize("body", FALLBACK.values(), ids=FALLBACK)
def test_it_is_a_fallback_beside_the_solver(body: str) -> None:
    assert sources(body) == {Source.SOLVER, Source.FALLBACK}


@pytest.mark.parametrize("body", SOLVER.values(), ids=SOLVER)
def test_it_is_the_solvers_alone(body: str) -> None:
    assert sources(body) == {Source.SOLVER}


def test_of_several_layers_the_first_that_has_an_entry_gives_it() -> None:
    layered = 'layers = ChainMap({"a": a}, {"a": "C"})\n    return layers["a"], "B", 3'
    assert sources(layered) == {Source.SOLVER}


def test_a_first_layer_that_may_be_filled_later_leaves_open_what_it_gives() -> None:
    filled = 'first = {}\n    layers = ChainMap(first, {"a": "C"})\n    first["a"] = a\n'
    assert Source.UNKNOWN in sources(filled + '    return layers["a"], "B", 3')
