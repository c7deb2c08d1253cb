"""Cyclomatic complexity of small functions, counted by hand."""

from __future__ import annotations

import ast
import textwrap

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract

CONTRACT = load_contract("function")


@pytest.mark.parametrize(
    ("body", "complexity"),
    [
        ("return x", 1),
        ("if x:\n    return 1\nreturn 2", 2),
        ("if x:\n    y = 1\nelif z:\n    y = 2\nelse:\n    y = 3\nreturn y", 3),
        ("for y in x:\n    print(y)", 2),
        ("for y in range(3):\n    if y == z:\n        return y", 3),
        ("while x:\n    x -= 1\nreturn x", 2),
        ("n = 0\nwhile n < 3:\n    n += 1\nreturn n", 2),
        ("while True:\n    if x:\n        return 1", 2),
        ("for y in x:\n    if y:\n        continue\n    if z:\n        break\nreturn y", 4),
        ("try:\n    return x()\nexcept ValueError:\n    return 1", 1),
        ("try:\n    if x:\n        return 1\nfinally:\n    print(x)\nreturn 2", 2),
        ("match x:\n    case 1:\n        return 1\n    case 2:\n        return 2\n    case _:\n        return 3", 3),
        ("return x and z or 1", 3),
        ("return 1 if x else 2", 2),
        ("return [y for y in x if y]", 3),
        ("return lambda y: y if y else 1", 1),
        ("def g():\n    if x:\n        return 1\nreturn g", 1),
        ("with open(x) as y:\n    return y", 1),
        ("raise ValueError", 1),
    ],
)
def test_a_function_has_one_way_more_than_it_has_decisions(body: str, complexity: int) -> None:
    facts = Facts(ast.parse("def f(x, z):\n" + textwrap.indent(body, "    ")), CONTRACT)
    function = facts.tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    assert facts.complexity.of(function) == complexity


def test_a_program_has_the_sum_of_its_functions() -> None:
    source = "def f(x):\n    if x:\n        return 1\n\ndef g(x):\n    return x\n"
    assert Facts(ast.parse(source), CONTRACT).complexity.of_program() == 3


def test_the_body_of_a_script_counts_as_a_function() -> None:
    assert Facts(ast.parse("if x:\n    y = 1\n"), CONTRACT).complexity.of_program() == 2
