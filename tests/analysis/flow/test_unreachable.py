"""Unreachable code: nothing that a run executes may be called so."""

from __future__ import annotations

import ast

from hypothesis import given, settings
from hypothesis import strategies as st

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract
from tests.analysis.branching_programs import functions, run

CONTRACT = load_contract("function")


def dead_lines(source: str) -> set[int]:
    facts = Facts(ast.parse(source), CONTRACT)
    return {
        line
        for dead in facts.unreachable_code
        for line in range(dead.first.lineno, (dead.last.end_lineno or dead.last.lineno) + 1)
    }


def cleanup_lines(source: str) -> set[int]:
    """Lines that CPython names while it passes an exception on out of ``finally`` or a handler, run or not."""
    tries = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Try)]
    blocks = [block for node in tries for block in (node.finalbody, *(handler.body for handler in node.handlers))]
    return {line for block in blocks for part in block for line in range(part.lineno, (part.end_lineno or 0) + 1)}


@given(functions(), st.integers(0, 1000))
@settings(deadline=None)
def test_no_line_that_a_run_executes_is_unreachable(source: str, seed: int) -> None:
    code = compile(source, "<program>", "exec")
    dead = dead_lines(source)
    for step in range(10):
        executed = run(code, source.startswith("def function(a)"), seed * 10 + step).lines
        assert not (executed - cleanup_lines(source)) & dead


def test_a_run_of_statements_is_one_finding_and_its_nested_statements_are_none() -> None:
    assert dead_lines("def f(x):\n    return x\n    if x:\n        y = 1\n    return y\n") == {3, 4, 5}


def test_unreachable_code_inside_a_nested_function_is_found() -> None:
    assert dead_lines("def f(x):\n    def g():\n        return x\n        x()\n    return g\n") == {4}


def test_code_after_a_generator_that_never_ends_is_unreachable() -> None:
    source = "def g():\n    while True:\n        yield 1\ndef f(x):\n    for y in g():\n        x(y)\n    return x\n"
    assert dead_lines(source) == {7}
    assert dead_lines(source.replace("x(y)", "break")) == set()


def test_only_what_objects_may_stand_behind_tests_of_all_cases() -> None:
    source = "def f(x):\n    if x:\n        return 2\n    elif not x:\n        return 3\n    raise ValueError(x)\n"
    assert dead_lines(source) == set()
    assert dead_lines(source.replace("raise ValueError(x)", "return 4")) == {6}
