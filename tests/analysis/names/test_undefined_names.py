"""Undefined names: what CPython says while it runs, against what was said before."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract
from tests.analysis.branching_programs import functions, run

pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning")
"""Newer compilers warn of a ``return`` in a ``finally``."""

CONTRACT = load_contract("function")
NOWHERE = (False, False)
GIVEN = "flip = risk = manager = use = some = None\n"


def undefined(source: str) -> list[tuple[str, int, bool]]:
    """Name, line and certainty of each finding."""
    facts = Facts(ast.parse(source), CONTRACT)
    return sorted((found.node.id, found.node.lineno, found.is_certain) for found in facts.undefined_names)


def readings(source: str) -> dict[tuple[int, str], tuple[bool, bool]]:
    """For each name read in ``function``, by line: whether every path binds it, and whether some does."""
    facts = Facts(ast.parse(GIVEN + source), CONTRACT)
    function = facts.tree.body[1]
    scope = facts.scopes.of_node[function]
    assignment = facts.name_flow.assignment(scope, frozenset("abc") & frozenset(scope.bindings))
    found: dict[tuple[int, str], tuple[bool, bool]] = {}
    for node, reading in assignment.readings.items():
        bit = assignment.bits[node.id]
        every, some = found.get((node.lineno - 1, node.id), (True, False))
        found[node.lineno - 1, node.id] = (every and bool(reading.every & bit), some or bool(reading.some & bit))
    return found


@given(functions(), st.integers(0, 1000))
@settings(deadline=None)
def test_a_name_that_a_run_finds_unbound_was_said_not_to_be_bound_on_every_path(source: str, seed: int) -> None:
    code = compile(source, "<program>", "exec")
    has_parameter = source.startswith("def function(a)")
    said = readings(source)
    for step in range(10):
        for line, name in run(code, has_parameter, seed * 10 + step).unbound[:1]:
            assert said.get((line, name), NOWHERE)[0] is False


@given(functions(), st.integers(0, 1000))
@settings(deadline=None)
def test_a_statement_that_ran_to_its_end_read_no_name_that_no_path_binds(source: str, seed: int) -> None:
    code = compile(source, "<program>", "exec")
    has_parameter = source.startswith("def function(a)")
    never = {line for (line, _), (_, some) in readings(source).items() if not some}
    plain = {number for number, text in enumerate(source.splitlines(), 1) if text.strip().startswith("use(")}
    for step in range(10):
        found = run(code, has_parameter, seed * 10 + step)
        assert not found.completed & never & plain


@pytest.mark.parametrize(
    ("comprehension", "names"),
    [
        ("[a := f(o) for o in (1, 2)]", []),
        ("[o for o in (1, 2) if (a := f(o))]", []),
        ("[f(o) for o in (1, 2) if o and (a := f(o))]", ["a"]),
        ("[a := f(o) for o in x]", ["a"]),
        ("[a := f(p) for o in (1, 2) for p in o]", ["a"]),
        ("(a := f(o) for o in (1, 2))", ["a"]),
    ],
)
def test_what_a_comprehension_binds_is_bound_where_it_certainly_runs(comprehension: str, names: list[str]) -> None:
    source = f"def f(x):\n    y = {comprehension}\n    return y, a\n"
    facts = Facts(ast.parse(source), load_contract("function"))
    assert [one.node.id for one in facts.undefined_names] == names
