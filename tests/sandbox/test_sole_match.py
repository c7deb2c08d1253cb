"""The entry found without a syntax tree is the one that the tree gives, wherever one is found."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cgr_audit.analysis.entry import find_entry
from cgr_audit.sandbox.guest.sole_match import sole_match
from cgr_audit.source.contract import load_contract

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
PROGRAMS = sorted((CORPUS / "labelled" / "programs").rglob("*.py")) + sorted((CORPUS / "demo").rglob("*.py"))


def found(source: str, matches: Callable[[str], bool]) -> str | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return sole_match(compile(source, "<program>", "exec"), source.encode(), matches)


def compilable() -> Iterator[str]:
    for path in PROGRAMS:
        source = path.read_bytes()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compile(source, "<program>", "exec")
            yield source.decode()
        except (SyntaxError, ValueError):
            continue


def test_it_is_the_tree_s_entry_in_every_program_of_the_corpora() -> None:
    matches = load_contract("cgr").entry.matches
    agreed = 0
    for source in compilable():
        name = found(source, matches)
        entry = find_entry(ast.parse(source), matches, is_pattern=True)
        if name is not None:
            assert entry is not None
            assert name == entry.name, source
            agreed += 1
    assert agreed > 500


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("def solve(): pass", "solve"),
        ("async def solve(): pass", "solve"),
        ("if True:\n    def solve(): pass", "solve"),
        ("@wrap\ndef solve(): pass", "solve"),
        ("def solve(): pass\nsolve = wrap(solve)", "solve"),
        ("def solve(): pass\ndef solve(): pass", "solve"),
        ("def solve(): pass\ndef other(): pass", "solve"),
        ("class A:\n    def solve(self): pass", None),
        ("def outer():\n    def solve(): pass", None),
        ("solve = lambda: 1", None),
        ("def solve(): pass\ndef solve_all(): return solve()", None),
        ("if 0:\n    def solve_later(): pass\ndef solve(): pass", None),
        ("def solve(): pass\ntext = 'def solve_other()'", None),
        ("def other(): pass", None),
        ("def solve[T](): pass", None),
    ],
)
def test_it_says_nothing_where_there_could_be_a_choice(source: str, name: str | None) -> None:
    try:
        compile(source, "<program>", "exec")
    except SyntaxError:
        pytest.skip("this host has no type parameters")
    assert found(source, lambda other: other.startswith("solve")) == name
