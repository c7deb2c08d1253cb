"""The control-flow graph stays small: its blocks grow with the text, however statements stand in each other."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract

CONTRACT = load_contract("function")


def blocks_of(body: str) -> int:
    """How many blocks the graph of a function with this body has."""
    facts = Facts(ast.parse("def f(x, xs):\n" + body), CONTRACT)
    function = facts.tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    return len(list(facts.control_flow.graph(function).blocks))


def nested(opening: str, innermost: str, closing: str = "", step: int = 1) -> Callable[[int], str]:
    """Texts in which a compound statement stands in itself so many times."""

    def text(depth: int) -> str:
        lines = [" " * (at * step + 1) + line for at in range(depth) for line in opening.splitlines()]
        lines += [" " * (depth * step + 1) + line for line in innermost.splitlines()]
        lines += [" " * (at * step + 1) + line for at in reversed(range(depth)) for line in closing.splitlines()]
        return "\n".join(lines) + "\n"

    return text


SHAPES = {
    "try in try": nested("try:", "if x:\n return x()\nx()", "finally:\n x()"),
    "finally in finally": nested("try:\n x()\n if x:\n  return x\nfinally:", "x()"),
    "jumps through finally": nested(
        "while x():\n try:\n  x()\n  if x:\n   break\n  continue\n finally:\n  xs()", "x()", step=2
    ),
    "finally in finally in loops": nested(
        "for y in xs:\n try:\n  if x():\n   break\n  if y:\n   continue\n  return 1\n finally:", "x()", step=2
    ),
    "handlers in finally": nested("try:\n x()\nexcept ValueError as e:\n return e\nfinally:", "x()"),
    "with": nested("with open(x) as y:", "return y.read()"),
    "swallowing with": nested("with suppress(x()):", "return x()"),
    "loop with break and else": nested("for y in xs:\n if x():\n  break", "x()", "else:\n xs()"),
    "loop whose last round decides": nested("for y in range(3):\n if y == 2:\n  raise ValueError", "return x()"),
    "try with else": nested("try:\n x()\nexcept ValueError:\n return 1\nelse:", "return x()"),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_each_level_adds_the_same_number_of_blocks(shape: str) -> None:
    text = SHAPES[shape]
    assert blocks_of(text(24)) - blocks_of(text(18)) == blocks_of(text(18)) - blocks_of(text(12))
    assert blocks_of(text(24)) < 5000


def test_a_match_has_one_block_for_each_case_and_one_for_its_body() -> None:
    cases = "".join(f"  case {number}:\n   x({number})\n" for number in range(200))
    assert blocks_of(f" match x:\n{cases}") == 4 + 1 + 200 * 2


def test_simple_statements_have_one_block_each() -> None:
    assert blocks_of(" x = x()\n" * 3000) == 4 + 3000


def test_returns_through_one_finally_share_its_copy() -> None:
    few = blocks_of(" try:\n" + "  if x(): return x\n" * 2 + " finally:\n  x()\n")
    many = blocks_of(" try:\n" + "  if x(): return x\n" * 50 + " finally:\n  x()\n")
    assert many - few == 48 * 2


def test_a_copy_of_finally_takes_nothing_from_the_round_in_which_it_is_first_needed() -> None:
    source = (
        "def f(x):\n    n = 0\n    try:\n        for n in range(3):\n            x(n)\n            if n == 2:\n"
        "                return 1\n        return n\n    finally:\n        x()\n"
    )
    facts = Facts(ast.parse(source), CONTRACT)
    function = facts.tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    assert list(facts.control_flow.graph(function).endings()) == []
