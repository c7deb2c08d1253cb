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


CYCLE = "a = b if c else 'x'\nb = a if c else 'y'\nshow(a)\nshow(b)\n"
CHAIN = "x0 = c and 'z'\n" + "".join(f"x{n} = x{n - 1} or 'y'\n" for n in range(1, 10)) + "show(x9)\nshow(x2)\n"


@pytest.mark.parametrize("first", ["a", "b"])
def test_names_in_a_cycle_hold_the_same_whichever_is_asked_first(first: str) -> None:
    facts = facts_of(CYCLE)
    facts.possible_values.of(named(facts, first))
    assert sorted(facts.possible_values.of(named(facts, "a")).texts) == ["x", "y"]
    assert sorted(facts.possible_values.of(named(facts, "b")).texts) == ["x", "y"]


def test_what_is_too_deep_for_one_question_is_found_for_another() -> None:
    facts = facts_of(CHAIN)
    assert facts.possible_values.of(named(facts, "x9")).texts == ("y",)
    assert facts.possible_values.of(named(facts, "x2")).texts == ("z", "y")


def test_equal_values_of_different_kinds_are_kept_apart() -> None:
    facts = facts_of("a = 1 if c else True if d else 1.0 if e else 1\nshow(a)\n")
    assert [repr(value) for value in facts.possible_values.of(named(facts, "a")).values] == ["1", "True", "1.0"]


def test_equal_rows_of_different_kinds_are_kept_apart() -> None:
    facts = facts_of("a = (1, 'x') if c else (True, 'x') if d else (1, 'x')\nshow(a)\n")
    found = facts.possible_values.of(named(facts, "a"))
    assert [repr(value) for value in found.values] == ["(1, 'x')", "(True, 'x')"]
    assert found.is_complete


@pytest.mark.parametrize(
    ("call", "texts"),
    [
        ("f('p')", ("p",)), ("f(b='p', a='q')", ("q",)), ("f(*rest)", ()), ("f(**rest)", ("d",)), ("f()", ("d",)),
        ("f('p')\nf('q')", ("p", "q")),
    ],
)  # fmt: skip
def test_a_parameter_holds_what_the_calls_give_it(call: str, texts: tuple[str, ...]) -> None:
    facts = facts_of(f"def f(a='d', b='e'):\n    show(a)\n{call}\n")
    assert facts.possible_values.of(named(facts, "a")).texts == texts


def test_a_function_that_is_named_elsewhere_may_be_given_anything() -> None:
    called = facts_of("def solve(q):\n    pass\ndef f(a):\n    show(a)\nf('p')\n")
    named_too = facts_of("def solve(q):\n    pass\ndef f(a):\n    show(a)\nf('p')\ng = f\n")
    assert called.possible_values.of(named(called, "a")).is_complete
    assert not named_too.possible_values.of(named(named_too, "a")).is_complete
