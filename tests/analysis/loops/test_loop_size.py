"""The search for an end costs in proportion to the loop: twice the text, about twice the calls."""

from __future__ import annotations

import ast
import sys
from types import FrameType

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract

CONTRACT = load_contract("function")


def calls_for(body: str, *, is_unbounded: bool) -> int:
    """How many calls it takes to judge the loop of a function with this body, its graph and names being known."""
    facts = Facts(ast.parse(f"def f(a, i, n, m, s):\n{body}"), CONTRACT)
    function = facts.tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    facts.control_flow.graph(function)
    facts.solver_calls.are_reached_in(function)
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        assert bool(facts.unbounded_loops) is is_unbounded
    finally:
        sys.setprofile(before)
    return count


SHAPES = {
    "tests": (" while i < n:\n", "  if a[{0}] > {0}:\n   x{0} = {0}\n", "  i += 1\n"),
    "tests of one variable": (" while m != n:\n", "  if m > {0}:\n   m += {0}\n", ""),
    "tests that leave": (" while True:\n", "  if x{0} > {0}:\n   break\n  x{0} = x{0} * 3\n", ""),
    "assignments": (" while m < n:\n", "  x{0} = y{0} + 1\n", ""),
    "steps": (" while m < n:\n", "  x{0} += 0.5\n", ""),
    "containers": (" while a:\n", "  b{0}.append({0})\n  c{0}.pop()\n", ""),
    "halves": (" while i < n:\n", "  mid{0} = (i + n) // 2\n  i = mid{0} + 1\n", ""),
    "remainders": (" while m:\n", "  r{0} = a % b{0}\n  b{0} = r{0}\n", ""),
    "finds": (" while i < n:\n", "  p{0} = s.find('x', i)\n  if p{0} < 0:\n   break\n  i = p{0} + 1\n", ""),
}


UNBOUNDED = frozenset({"tests of one variable", "assignments", "steps", "remainders"})


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_loop_costs_about_twice_as_much(shape: str) -> None:
    first, middle, last = SHAPES[shape]
    small, large = (
        calls_for(first + "".join(middle.format(at) for at in range(size)) + last, is_unbounded=shape in UNBOUNDED)
        for size in (60, 120)
    )
    assert large < 2.5 * small
