"""Undefined names: the work grows with the text, however many names are bound on some paths only."""

from __future__ import annotations

import ast
import sys

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract

CONTRACT = load_contract("function")

BOUND = "    if q > {n}:\n        a{n} = {n}\n"
READ = "    print(a{n})\n"
SHAPES = {
    "read at once": ("def f(q):\n", [BOUND + READ]),
    "read at the end": ("def f(q):\n", [BOUND, READ]),
    "in a loop": ("def f(q):\n  for z in q:\n", [BOUND, READ]),
    "behind early exits": ("def f(q, r):\n", [BOUND, "    if r > {n}:\n        return\n", READ]),
    "in many loops": ("def f(q, k):\n    b = 0\n", ["    while len(q) > b:\n        print(a{n})\n        a{n} = k\n"]),
    "read by functions": ("", ["if x > {n}:\n    a{n} = 1\ndef f{n}():\n    return a{n}\n"]),
    "bound nowhere": ("def f(q):\n", [READ]),
}


def calls_made(shape: str, names: int) -> int:
    """How many Python functions are called to find the undefined names of a program with so many names."""
    head, parts = SHAPES[shape]
    source = head + "".join(part.format(n=n) for part in parts for n in range(names))
    facts = Facts(ast.parse(source), CONTRACT)
    assert facts.index.tree is facts.scopes.module.node
    count = 0

    def event(_frame: object, kind: str, _argument: object) -> None:
        nonlocal count
        count += kind == "call"

    before = sys.getprofile()
    sys.setprofile(event)
    try:
        found = facts.undefined_names
    finally:
        sys.setprofile(before)
    assert len(found) >= names
    return count


@pytest.mark.parametrize("shape", SHAPES)
def test_four_times_as_many_names_take_about_four_times_as_many_steps(shape: str) -> None:
    assert calls_made(shape, 400) < 5 * calls_made(shape, 100)
