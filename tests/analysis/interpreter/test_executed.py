"""What the lines and the branches of one run say of its statements and tests."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.analysis.interpreter.executed import Executed

LINES = """\
global shared
held: int
"text"
def name():
    return 1
for one in two:
    three = 1
pass
four = (
    1)
"""


def outcome(test: str, *branches: tuple[int, int, str]) -> bool | None:
    (statement,) = ast.parse(f"if {test}: pass").body
    assert isinstance(statement, ast.If)
    return Executed((1,), branches).outcome(statement.test)


def test_a_statement_none_of_whose_lines_ran_was_not_reached() -> None:
    tree = ast.parse(LINES)
    unreached = {
        lines: [node.lineno for node in tree.body if Executed(lines, ()).is_unreached(node)] for lines in LINES_RAN
    }
    assert unreached == {(): [6, 8, 9], (7, 8): [9], (6, 10): [8]}


LINES_RAN: tuple[tuple[int, ...], ...] = ((), (7, 8), (6, 10))


@pytest.mark.parametrize(
    ("test", "outcomes", "held"),
    [
        ("a == b", ["true"], True),
        ("a == b", ["false"], False),
        ("a == b", ["true", "false"], None),
        ("a == b", [], None),
        ("a is None", ["none"], True),
        ("a is None", ["not none"], False),
        ("a is not None", ["none"], False),
        ("a is not None", ["not none"], True),
        ("a is not None", ["true"], True),
        ("a is not None", ["none", "true"], None),
        ("a", ["none"], None),
        ("a if b else c", ["true"], None),
    ],
)
def test_a_test_has_the_outcome_that_it_always_had(test: str, outcomes: list[str], held: bool | None) -> None:
    assert outcome(test, *((1, 3, what) for what in outcomes)) is held


def test_another_test_of_the_line_says_nothing() -> None:
    assert outcome("a == b", (1, 4, "true"), (2, 3, "true")) is None
