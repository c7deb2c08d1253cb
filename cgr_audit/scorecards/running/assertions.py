"""Tests as text: what each assertion asks of a program, apart from what it holds that against.

Of ``assert f([3, 1]) == [1, 3]`` the program's instance of the sandbox runs ``f([3, 1])`` and gives the value back;
that it has to equal ``[1, 3]`` never gets there, and is decided elsewhere. The parts that the program has to give are
called *asked*, the rest is the *claim*, in which their values stand for ``_0``, ``_1`` and so on.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import repeat

from cgr_audit.execution.deep_stack import on_a_deep_stack
from cgr_audit.scorecards.running.hidden_expectations import with_expected_values
from cgr_audit.scorecards.running.loop_headers import with_written_headers
from cgr_audit.scorecards.running.rewriting import RECORD, Assertion, Place, Rewriting
from cgr_audit.scorecards.running.trusted_names import trusted_names

__all__ = [
    "Assertion",
    "AssertionPlan",
    "UnusableTestsError",
    "imports_of",
    "needs_entry",
    "planned",
    "tested_builtins",
]

_UNREADABLE = (SyntaxError, ValueError, MemoryError, RecursionError)
_LONGEST = 1 << 20


class UnusableTestsError(Exception):
    """The tests are not Python, or assert nothing."""


@dataclass(frozen=True, slots=True)
class AssertionPlan:
    """How the tests of a program are run."""

    inside: str
    """What runs in the program's instance: the tests, with a record in the place of each assertion."""
    assertions: tuple[Assertion, ...]
    """By the number that records carry."""
    length: int
    """Characters of the tests: no expected value that they write out is longer."""
    trusted: str
    """What claims may use besides builtins: the tests' own imports, constants and functions that ask nothing."""


def planned(
    tests: str, entry: str | None, inside: frozenset[int] = frozenset(), fine: frozenset[int] = frozenset()
) -> AssertionPlan:
    """Take tests apart.

    Args:
        tests: Python text: statements with ``assert``, functions ``test...()`` or a function ``check(candidate)`` with
            them.
        entry: the function that ``check`` is called with, where the tests do not call it.
        inside: numbers of assertions that are to be decided in the program's own instance, since what they ask for
            cannot leave it.
        fine: numbers of assertions that ask for what builtins show of an object, ``len(f(1))``, instead of for itself.

    Raises:
        UnusableTestsError: they are not Python, or there is nothing to assert.
    """
    if len(tests) > _LONGEST:
        raise UnusableTestsError(f"the tests are {len(tests):,} characters long; at most {_LONGEST:,} are read")
    try:
        try:
            return on_a_deep_stack(lambda: _planned(tests, entry, inside, fine))
        except SystemError:
            # CPython 3.11 counts the depth of syntax trees for all threads together, and now and then miscounts.
            return on_a_deep_stack(lambda: _planned(tests, entry, inside, fine))
    except _UNREADABLE as error:
        said = f"line {error.lineno}: {error.msg}" if isinstance(error, SyntaxError) else type(error).__name__
        raise UnusableTestsError(f"the tests are not Python: {said}") from error


def needs_entry(tests: str) -> bool:
    """Whether the tests define ``check`` and do not call it."""
    try:
        return on_a_deep_stack(lambda: _needs_entry(ast.parse(tests)))
    except _UNREADABLE:
        return False


def imports_of(tests: str) -> list[str]:
    """The imports that tests of readable Python cannot do without, wherever they stand.

    Not those under a condition, those whose failure the tests may catch, and those of functions that nothing uses.
    """
    return on_a_deep_stack(lambda: _imports_of(ast.parse(tests)))


def tested_builtins(tests: str, entry: str | None) -> list[str]:
    """The builtins in tests of readable Python that the program may be meant to redefine."""
    return on_a_deep_stack(lambda: _tested_builtins(ast.parse(tests), entry))


def _tested_builtins(tree: ast.Module, entry: str | None) -> list[str]:
    return sorted(_used(tree).intersection(dir(builtins)) - trusted_names(tree, entry).names)


def _imports_of(tree: ast.Module) -> list[str]:
    tree.body = list(_as_main(tree.body))
    tree.body.extend(_calls_of_tests(tree))
    used = _used(tree) | {"check"}
    found: list[str] = []
    waiting: list[ast.AST] = [tree]
    while waiting:
        match waiting.pop():
            case ast.If() | ast.While() | ast.For() | ast.Try() | ast.TryStar() | ast.Match() | ast.With():
                continue
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name not in used:
                continue
            case ast.ImportFrom(module="__future__" | "program"):
                continue
            case ast.Import() | ast.ImportFrom() as statement:
                found.append(ast.unparse(statement))
            case node:
                waiting.extend(part for part in ast.iter_child_nodes(node) if isinstance(part, ast.stmt))
    return sorted(found)


def _planned(tests: str, entry: str | None, inside: frozenset[int], fine: frozenset[int]) -> AssertionPlan:
    tree = ast.parse(tests)
    tree.body = list(_as_main(tree.body))
    if entry is not None and _needs_entry(tree):
        tree.body.extend(ast.parse(f"check({entry})").body)
    tree.body.extend(_calls_of_tests(tree))
    tree = with_written_headers(tree, entry)
    tree = with_expected_values(tree, trusted_names(tree, entry).names)
    rewriting = Rewriting(trusted_names(tree, entry), inside, _called(tree), fine)
    body = rewriting.block(tree.body, Place(is_certain=True))
    if not rewriting.assertions:
        raise UnusableTestsError("the tests assert nothing")
    if not any(map(_may_be_reached, body, repeat(_used(tree)))):
        raise UnusableTestsError("nothing calls the functions in which the tests assert something")
    module = ast.fix_missing_locations(ast.Module(body, []))
    return AssertionPlan(ast.unparse(module), tuple(rewriting.assertions), len(tests), rewriting.trusted.text)


def _as_main(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of tests that are run themselves: what stands under ``if __name__ == "__main__":`` among them."""
    for statement in statements:
        match statement:
            case ast.If(
                test=ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant("__main__")])
            ):
                yield from _as_main(statement.body)
            case _:
                yield statement


def _needs_entry(tree: ast.Module) -> bool:
    defined = any(isinstance(node, ast.FunctionDef) and node.name == "check" for node in tree.body)
    return defined and not any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "check"
        for node in ast.walk(tree)
    )


def _calls_of_tests(tree: ast.Module) -> list[ast.stmt]:
    """Calls of the functions ``test...()`` that nothing calls, as test runners make them."""
    used = _used(tree)
    names = [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test") and not ast.unparse(node.args)
    ]
    return ast.parse("\n".join(f"{name}()" for name in names if name not in used)).body


def _may_be_reached(statement: ast.stmt, used: frozenset[str]) -> bool:
    """Whether a record of the rewritten tests is in it, and it is not a function that nothing uses."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and statement.name not in used:
        return isinstance(statement, ast.ClassDef) and any(_may_be_reached(part, used) for part in statement.body)
    return any(isinstance(node, ast.Name) and node.id == RECORD for node in ast.walk(statement))


def _used(tree: ast.Module) -> frozenset[str]:
    return frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))


def _called(tree: ast.Module) -> frozenset[str]:
    """The functions that a statement of the module calls, so that their bodies are run for certain."""
    calls = [node.value for node in tree.body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
    return frozenset(call.func.id for call in calls if isinstance(call.func, ast.Name))
