"""The constants that an expression may be, whatever was asked before."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract


def facts_of(source: str) -> Facts:
    return Facts(ast.parse(source), load_contract("cgr"))


def named(facts: Facts, name: str) -> ast.expr:
    """What the last ``show(name)`` shows."""
    shown = [call.args[0] for call in facts.index.of(ast.Call) if getattr(call.func, "id", "") == "show"]
    return next(part for part in reversed(shown) if isinstance(part, ast.Name) and part.id == name)


def test_equal_values_of_different_kinds_are_kept_apart() -> None:
    facts = facts_of("c = input()\na = 1 if c else True if c == 'd' else 1.0 if c == 'e' else 1\nshow(a)\n")
    assert [repr(value) for value in facts.possible_values.of(named(facts, "a")).values] == ["1", "True", "1.0"]


@pytest.mark.parametrize(
    ("call", "texts", "is_complete"),
    [
        ("f('p')", ("p",), True), ("f(b='p', a='q')", ("q",), True), ("f()", ("d",), True),
        ("f(*rest)", ("d",), False), ("f(**rest)", ("d",), False), ("f('p')\nf('q')", ("p", "q"), True),
    ],
)  # fmt: skip
def test_a_parameter_holds_what_the_calls_give_it(call: str, texts: tuple[str, ...], is_complete: bool) -> None:
    head = "def solve(q):\n    pass\nrest = input()\n"
    facts = facts_of(f"{head}def f(a='d', b='e'):\n    show(a)\n{call}\n")
    found = facts.possible_values.of(named(facts, "a"))
    assert (found.texts, found.is_complete) == (texts, is_complete)


KEPT = {
    "by a loop": "for a in ('x', 'y'):\n    show(a)\n",
    "by a table": "for n in range(2):\n    a = ['x', 'y'][n]\n    show(a)\n",
    "by an object": (
        "class K:\n    def __init__(self, name): self.name = name\n"
        "for k in (K('x'), K('y')):\n    a = k.name\n    show(a)\n"
    ),
    "in code that does not run": "def unused():\n    for a in ('x', 'y'):\n        show(a)\n",
}


@pytest.mark.parametrize("source", KEPT.values(), ids=KEPT.keys())
def test_a_name_may_be_each_of_several_texts(source: str) -> None:
    facts = facts_of("def solve(q):\n    pass\n" + source)
    found = facts.possible_values.of(named(facts, "a"))
    assert sorted(found.texts) == ["x", "y"]
    assert found.is_complete


def test_a_name_that_is_bound_to_something_unknown_as_well_may_be_anything() -> None:
    facts = facts_of("def unused(q):\n    a = 'x'\n    if q:\n        a = q\n    show(a)\n")
    found = facts.possible_values.of(named(facts, "a"))
    assert (found.texts, found.is_complete) == (("x",), False)
