"""Which function of a program is its entry."""

from __future__ import annotations

import ast
import textwrap

import pytest

from cgr_audit.analysis.entry import EntryChoice
from cgr_audit.analysis.facts import resolve_entry
from cgr_audit.source.contract import load_contract


def entry(source: str, contract: str = "cgr") -> tuple[str, int, str] | None:
    found = resolve_entry(ast.parse(textwrap.dedent(source)), load_contract(contract))
    return None if found is None else (found.name, found.node.lineno, found.choice.value)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def solve(): pass", ("solve", 1, "named")),
        ("def helper(): pass\ndef solve_17(): pass\ndef other(): pass", ("solve_17", 2, "named")),
        ("def solve_a(): pass\ndef solve_b(): pass", ("solve_b", 2, "named")),
        ("def solve(): return solve_all()\ndef solve_all(): pass", ("solve", 1, "named")),
        ("def solve_a(): return solve_b()\ndef solve_b(): return solve_a()", ("solve_b", 2, "named")),
        ("def solve(): pass\ndef solve(x): pass", ("solve", 2, "named")),
        ("if True:\n    def solve(): pass", ("solve", 2, "named")),
        ("try:\n    pass\nexcept E:\n    def solve(): pass", ("solve", 4, "named")),
        ("async def solve(): pass", ("solve", 1, "named")),
        ("def main(): return ask()\ndef ask(): pass", ("main", 1, "last_uncalled")),
        ("def run(): pass\ndef llm_model(p, c): pass", ("run", 1, "last_uncalled")),
        ("class A:\n    def solve(self): pass", None),
        ("def f():\n    def solve(): pass\n    return f()", ("f", 1, "last_uncalled")),
        ("x = 1", None),
    ],
)
def test_the_entry_of_a_scaffold(source: str, expected: tuple[str, int, str] | None) -> None:
    assert entry(source) == expected


def test_an_exact_name_has_no_substitute() -> None:
    assert entry("def backward(self, taskInfo): pass", "adas") is None
    assert entry("def forward(self, taskInfo): pass", "adas") == ("forward", 1, EntryChoice.NAMED.value)


def test_a_script_has_no_entry() -> None:
    assert entry("def solve(): pass\nans = solve()", "pot") is None


def test_definitions_that_the_entry_replaces_are_kept() -> None:
    found = resolve_entry(ast.parse("def solve(): pass\n\ndef solve(x): pass"), load_contract("cgr"))
    assert found is not None
    assert [earlier.lineno for earlier in found.earlier] == [1]
