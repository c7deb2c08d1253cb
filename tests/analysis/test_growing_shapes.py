"""Short programs that would double with every line end by a budget of steps, and small parts stay small."""

from __future__ import annotations

import ast
import sys
from contextlib import suppress

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.interpreter.objects import MOST_HELD, Sequence
from cgr_audit.analysis.interpreter.values import known
from cgr_audit.analysis.limits import TooLargeError
from cgr_audit.source.contract import load_contract
from corpus.growing_shapes import GROWING

CONTRACT = load_contract("cgr")
MOST_CALLS = 20_000_000
"""Calls of Python functions: whatever is not bounded passes them by many powers of ten."""
USE_UP_THE_BUDGET = {
    "a lambda bound twice", "a lambda that calls twice", "comprehensions in each other", "constants of functions",
}  # fmt: skip
"""Shapes that end only where the budget does, a second or so later."""


class TooMuchError(Exception):
    """More work than any budget of steps allows."""


def work_on(source: str, most_calls: int = MOST_CALLS) -> None:
    """Compute what the engine asks of every program, and count the functions that are called."""
    count = 0

    def event(_frame: object, kind: str, _argument: object) -> None:
        nonlocal count
        count += kind == "call"
        if count > most_calls:
            raise TooMuchError

    facts = Facts(ast.parse(source), CONTRACT)
    before, deep = sys.getprofile(), sys.getrecursionlimit()
    sys.setrecursionlimit(4_000)
    sys.setprofile(event)
    try:
        assert facts.call_bound.expression
        assert facts.provenance.answer or facts.provenance.exhausted
    finally:
        sys.setprofile(before)
        sys.setrecursionlimit(deep)


KNAPSACK = """
def solve(items, capacity):
    def best(place, room):
        if place == len(items):
            return 0
        weight, value = items[place]
        skipped = best(place + 1, room)
        if weight > room:
            return skipped
        return max(skipped, value + best(place + 1, room - weight))
    return best(0, capacity)
"""


def test_a_recursion_that_never_asks_the_solver_is_followed_only_for_a_while() -> None:
    work_on(KNAPSACK, most_calls=300_000)


def test_there_are_at_least_fifty_three_shapes() -> None:
    assert len(GROWING) >= 53


@pytest.mark.parametrize("shape", [shape for shape in GROWING if shape not in USE_UP_THE_BUDGET])
def test_thirty_lines_end_by_a_budget_of_steps(shape: str) -> None:
    work_on(GROWING[shape].text(30))


@pytest.mark.slow
@pytest.mark.parametrize("shape", sorted(USE_UP_THE_BUDGET))
def test_thirty_lines_that_use_up_the_budget_end_there(shape: str) -> None:
    work_on(GROWING[shape].text(30))


@pytest.mark.slow
@pytest.mark.parametrize("shape", GROWING)
def test_a_hundred_and_fifty_lines_end_by_a_budget_of_steps(shape: str) -> None:
    with suppress(TooLargeError):  # by which the engine refuses: a budget's end too
        work_on(GROWING[shape].text(150))


def test_an_object_tells_apart_so_many_elements_and_no_more() -> None:
    elements = tuple(known(number) for number in range(MOST_HELD + 1))
    assert Sequence("list", elements[:-1]).items == elements[:-1]
    loose = Sequence("list", elements)
    assert (loose.items, loose.shortest) == (None, MOST_HELD + 1)
