"""Chains of ``elif`` whose last test always holds when control comes to it."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.analysis.exhaustive_tests import closing_test
from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract


def chain_of(*tests: str, otherwise: bool = False) -> ast.If:
    source = "".join(f"{'el' if number else ''}if {test}:\n    pass\n" for number, test in enumerate(tests))
    chain = ast.parse(source + ("else:\n    pass\n" if otherwise else "")).body[0]
    assert isinstance(chain, ast.If)
    return chain


def is_closed(*tests: str) -> bool:
    found = closing_test(chain_of(*tests))
    assert found is None or ast.unparse(found.test) == ast.unparse(ast.parse(tests[-1], mode="eval"))
    return found is not None


@pytest.mark.parametrize(
    "tests",
    [
        ("a", "not a"),
        ("a == b", "a != b"),
        ("a == b", "b != a"),
        ("a in b", "a not in b"),
        ("a is None", "a is not None"),
        ("a < b", "not a < b"),
        ("a or b", "not a"),
        ("a and b", "a", "b", "not (a or b)"),
    ],
)
def test_a_chain_that_leaves_no_case_over_is_closed(tests: tuple[str, ...]) -> None:
    assert is_closed(*tests)


@pytest.mark.parametrize(
    "tests",
    [
        ("a",),
        ("a", "b"),
        ("a < b", "a > b"),
        ("a <= b", "b <= c"),
        ("a == 1", "a != 2"),
        ("a in b", "b not in a"),
        ("a is b", "a != b"),
        ("a and b", "not a"),
        ("next(a)", "not next(a)"),
        ("(a := f) == 1", "a != 1"),
        ("a == 1", "a == 2", "a == 3", "a == 4", "a == 5", "a != 5"),
        ("0 < a < 5", "a <= 0", "a > 5"),
    ],
)
def test_a_chain_that_may_leave_a_case_over_is_open(tests: tuple[str, ...]) -> None:
    assert not is_closed(*tests)


@pytest.mark.parametrize(
    "tests",
    [
        ("a < b", "a >= b"),
        ("a < b", "a == b", "a > b"),
        ("a not in b", "a in b"),
        ("x.isdigit()", "not x.isdigit()"),
    ],
)
def test_a_number_may_be_neither_and_an_iterator_may_be_used_up(tests: tuple[str, ...]) -> None:
    assert not is_closed(*tests)


def test_a_chain_with_an_else_needs_no_closing_test() -> None:
    assert closing_test(chain_of("a", "not a", otherwise=True)) is None


def test_a_counter_that_each_of_all_cases_moves_bounds_a_loop_of_solver_calls() -> None:
    source = (
        "def solve(question, options):\n    n = 0\n    while n < 3:\n        r = llm_model(question, {})\n"
        "        if 'A' in r:\n            n += 1\n        elif 'A' not in r:\n            n += 2\n"
        "    return r, 'A', 1\n"
    )
    assert bound_of(source) == "3"
    assert bound_of(source.replace("not in r", "in r")) == "unbounded"
    assert bound_of(source.replace("'A' in r", "r < 'A'").replace("'A' not in r", "r >= 'A'")) == "unbounded"


def test_a_class_of_the_program_may_answer_differently_the_second_time() -> None:
    source = (
        "class Reply(str):\n    def __eq__(self, other):\n        return False\n"
        "def solve(question, options):\n    n = 0\n    while n < 3:\n        r = Reply(llm_model(question, {}))\n"
        "        if r == 'A':\n            n += 1\n        elif r != 'A':\n            n += 1\n    return r, 'A', 1\n"
    )
    assert bound_of(source) == "unbounded"


def bound_of(source: str) -> str:
    return Facts(ast.parse(source), load_contract("cgr")).call_bound.expression
