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
        ("def solve_b(x): pass\ndef solve_a(): return map(solve_b, [])\ndef solve_b(x): pass", ("solve_a", 2, "named")),
        ("def solve_a(): pass\ndef solve_b(solve_a): return solve_a()\ndef x(): solve_b", ("solve_a", 1, "named")),
        ("match 1:\n    case 1:\n        def solve(): pass", ("solve", 3, "named")),
    ],
)
def test_the_entry_of_a_scaffold(source: str, expected: tuple[str, int, str] | None) -> None:
    assert entry(source) == expected


TWO = "def other(q): pass\ndef solve(q): pass\n"


@pytest.mark.parametrize(
    ("rebinding", "line", "replaced"),
    [
        ("solve = other", 1, False),
        ("solve: object = other", 1, False),
        ("again = other\nsolve = again", 1, False),
        ("x, solve = solve, other", 1, False),
        ("solve, other = other, solve", 1, False),
        ("x = solve = other", 1, False),
        ("(solve := other)", 1, False),
        ("if True:\n    solve = other", 1, False),
        ("with x:\n    solve = other", 1, False),
        ("solve = other\nif x:\n    solve = print", 1, False),
        ("if x:\n    solve = other", 2, False),
        ("for x in y:\n    solve = other", 2, False),
        ("solve = other if x else solve", 2, False),
        ("solve = retry(solve)", 2, False),
        ("solve = retry(other)", 2, True),
        ("solve = lambda q: q", 2, True),
        ("class solve: pass", 2, True),
        ("from x import solve", 2, True),
        ("import solve.inner", 2, True),
        ("solve = 3", 2, True),
        ("solve, x = y", 2, True),
        ("with x as solve: pass", 2, True),
        ("del solve", 2, True),
        ("solve = 3\ndef solve(): pass", 4, False),
        ("solve = 3\nsolve = other", 1, False),
    ],
)
def test_the_entry_is_what_its_name_holds_at_last(rebinding: str, line: int, replaced: bool) -> None:
    found = resolve_entry(ast.parse(TWO + rebinding), load_contract("cgr"))
    assert found is not None
    assert (found.name, found.node.lineno, found.replaced_by is not None) == ("solve", line, replaced)


def test_a_function_that_is_handed_to_a_call_and_bound_again_is_wrapped() -> None:
    found = resolve_entry(ast.parse(TWO + "solve = retry(solve, times=2)"), load_contract("cgr"))
    assert found is not None
    assert (found.node.lineno, found.is_wrapped) == (2, True)


def test_an_exact_name_has_no_substitute() -> None:
    assert entry("def backward(self, taskInfo): pass", "adas") is None
    assert entry("def forward(self, taskInfo): pass", "adas") == ("forward", 1, EntryChoice.NAMED.value)


def test_a_script_has_no_entry() -> None:
    assert entry("def solve(): pass\nans = solve()", "pot") is None


def test_definitions_that_the_entry_replaces_are_kept() -> None:
    found = resolve_entry(ast.parse("def solve(): pass\n\ndef solve(x): pass"), load_contract("cgr"))
    assert found is not None
    assert [earlier.lineno for earlier in found.earlier] == [1]
