"""What the lines and the branches of one run say of its statements and tests."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.analysis.index import build_index
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
    tree = ast.parse(f"if {test}: pass")
    (statement,) = tree.body
    assert isinstance(statement, ast.If)
    return Executed(build_index(tree), (1,), branches).outcome(statement.test)


@pytest.mark.parametrize(("ran", "unreached"), [((), [6, 8, 9]), ((7, 8), [9]), ((6, 10), [8])])
def test_a_statement_none_of_whose_lines_ran_was_not_reached(ran: tuple[int, ...], unreached: list[int]) -> None:
    tree = ast.parse(LINES)
    run = Executed(build_index(tree), ran, ())
    assert [node.lineno for node in tree.body if run.is_unreached(node)] == unreached


def test_nothing_is_said_of_what_is_not_in_the_program() -> None:
    run = Executed(build_index(ast.parse("if a: pass")), (1,), ((1, 3, "true"),))
    (model,) = ast.parse("if a: pass").body
    assert isinstance(model, ast.If)
    assert run.outcome(model.test) is None
    assert not run.is_unreached(ast.parse("\n\nb = 1").body[0])


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
