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


def test_a_loop_that_is_left_by_an_exception_inside_a_display_reaches_its_fixpoint() -> None:
    """What is raised while elements are made one by one leaves nothing behind that differs with every iteration."""
    source = """
def ask(prompt):
    return llm_model(prompt, {})

def solve(item, exp_config):
    for attempt in range(3):
        try:
            answer = extract_answer((next((y for y in map(ask, ('Think.', 'Answer.')) if 'yes' in y), 'X')))
            break
        except ValueError:
            if attempt == 2:
                raise
    return answer, 'A', 1
"""
    assert not Facts(ast.parse(source), CONTRACT).provenance.exhausted


def test_what_a_slice_takes_bounds_a_loop_over_lists_that_an_earlier_iteration_made() -> None:
    """Whatever the body makes again, what is iterated over is no longer than the slice."""
    source = """
def solve(item, exp_config):
    found = []
    for i in range(3):
        found.append([llm_model('x', {})])
    for i in range(3):
        new = []
        for entry in found[-3:]:
            reply = llm_model('x', {})
            if 'a' in reply:
                new.append([reply])
        found.extend(new)
    kept = found[:2]
    for i in range(2):
        for entry in kept:
            llm_model('x', {})
        top = kept[:2]
        kept = top.copy()
    return 'A', 'A', 1
"""
    assert Facts(ast.parse(source), CONTRACT).call_bound.expression == "16"


def test_recursion_in_several_directions_stays_within_the_budget() -> None:
    """Where following activations one by one would take too long, one stands for all."""
    source = """
def solve(item, exp_config):
    def walk(row, column, total, count):
        if row == len(item['options']) - 1 and column == len(item['question']) - 1:
            return total / count
        if row >= len(item['options']) or column >= len(item['question']):
            return None
        right = walk(row, column + 1, total + row, count + 1)
        down = walk(row + 1, column, total + row, count + 1)
        if right is None and down is None:
            return None
        elif right is None:
            return down
        elif down is None:
            return right
        return max(right, down)

    walk(0, 0, 0, 0)
    return extract_answer(llm_model('x', {})), 'A', 1
"""
    assert not Facts(ast.parse(source), CONTRACT).provenance.exhausted
