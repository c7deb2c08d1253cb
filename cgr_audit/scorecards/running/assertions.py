"""Tests as text: what each assertion asks of a program, apart from what it holds that against.

Of ``assert f([3, 1]) == [1, 3]`` the program's instance of the sandbox runs ``f([3, 1])`` and gives the value back;
that it has to equal ``[1, 3]`` never gets there, and is decided elsewhere. The parts that the program has to give are
called *asked*, the rest is the *claim*, in which their values stand for ``_0``, ``_1`` and so on.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import repeat

from cgr_audit.execution.deep_stack import on_a_deep_stack
from cgr_audit.scorecards.running.asked_parts import Claim, EvaluatedInside, split_claim
from cgr_audit.scorecards.running.trusted_names import TrustedNames, trusted_names
from cgr_audit.scorecards.running.withheld import with_expected_values

__all__ = ["Assertion", "AssertionPlan", "UnusableTestsError", "needs_entry", "planned"]

RECORD = "__record__"
_CATCHING = frozenset({"AssertionError", "Exception", "BaseException"})
_UNREADABLE = (SyntaxError, ValueError, MemoryError, RecursionError)
_LONGEST = 1 << 20


class UnusableTestsError(Exception):
    """The tests are no Python, or assert nothing."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """One assertion of the tests."""

    line: int
    text: str
    """As it is written."""
    claim: ast.expr
    """What has to be true, on the values of the parts that are asked of the program."""
    asked: int
    """How many parts are asked."""
    is_certain: bool
    """Whether the tests cannot end without reaching it."""


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
    """What claims may use beside builtins: the tests' own imports, constants and functions that ask nothing."""


def planned(tests: str, entry: str | None, inside: frozenset[int] = frozenset()) -> AssertionPlan:
    """Take tests apart.

    Args:
        tests: Python text: statements with ``assert``, functions ``test...()`` or a function ``check(candidate)`` with
            them.
        entry: the function that ``check`` is called with, where the tests do not call it.
        inside: numbers of assertions that are to be decided in the program's own instance, since what they ask for
            cannot leave it.

    Raises:
        UnusableTestsError: they are no Python, or there is nothing to assert.
    """
    if len(tests) > _LONGEST:
        raise UnusableTestsError(f"the tests are {len(tests):,} characters long; at most {_LONGEST:,} are read")
    try:
        return on_a_deep_stack(lambda: _planned(tests, entry, inside))
    except _UNREADABLE as error:
        said = f"line {error.lineno}: {error.msg}" if isinstance(error, SyntaxError) else type(error).__name__
        raise UnusableTestsError(f"the tests are no Python: {said}") from error


def needs_entry(tests: str) -> bool:
    """Whether the tests define ``check`` and do not call it."""
    try:
        return on_a_deep_stack(lambda: _needs_entry(ast.parse(tests)))
    except _UNREADABLE:
        return False


def _planned(tests: str, entry: str | None, inside: frozenset[int]) -> AssertionPlan:
    tree = ast.parse(tests)
    if entry is not None and _needs_entry(tree):
        tree.body.extend(ast.parse(f"check({entry})").body)
    tree.body.extend(_calls_of_tests(tree))
    tree = with_expected_values(tree, trusted_names(tree, entry).names)
    rewriting = _Rewriting(tests, trusted_names(tree, entry), inside, _called(tree))
    body = rewriting.block(tree.body, _Place(is_certain=True))
    if not rewriting.assertions:
        raise UnusableTestsError("the tests assert nothing")
    if not any(map(_may_be_reached, body, repeat(_used(tree)))):
        raise UnusableTestsError("nothing calls the functions in which the tests assert something")
    module = ast.fix_missing_locations(ast.Module(body, []))
    return AssertionPlan(ast.unparse(module), tuple(rewriting.assertions), len(tests), rewriting.trusted.text)


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
    """Whether a record of the rewritten tests is in it, and it is no function that nothing uses."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and statement.name not in used:
        return isinstance(statement, ast.ClassDef) and any(_may_be_reached(part, used) for part in statement.body)
    return any(isinstance(node, ast.Name) and node.id == RECORD for node in ast.walk(statement))


def _used(tree: ast.Module) -> frozenset[str]:
    return frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))


def _called(tree: ast.Module) -> frozenset[str]:
    """The functions that a statement of the module calls, so that their bodies are run for certain."""
    calls = [node.value for node in tree.body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
    return frozenset(call.func.id for call in calls if isinstance(call.func, ast.Name))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a statement stands."""

    is_certain: bool
    """Whether it is run unless something is raised."""
    is_caught: bool = False
    """Whether a failed assertion would be caught."""
    is_module: bool = True


class _Rewriting:
    """Puts records in the place of assertions."""

    def __init__(self, tests: str, trusted: TrustedNames, inside: frozenset[int], called: frozenset[str]) -> None:
        self.trusted = trusted
        self.assertions: list[Assertion] = []
        self._tests = tests
        self._inside = inside
        self._called = called

    def block(self, statements: Sequence[ast.stmt], place: _Place) -> list[ast.stmt]:
        written: list[ast.stmt] = []
        for statement in statements:
            written.extend(self._statement(statement, place))
            if not place.is_module and _may_return(statement):
                place = replace(place, is_certain=False)
        return written

    def _statement(self, statement: ast.stmt, place: _Place) -> list[ast.stmt]:
        if isinstance(statement, ast.Assert):
            if place.is_caught:
                return [self._reached(statement, place), statement]
            records = [self._assertion(part, statement, place) for part in _conjuncts(statement.test)]
            return [*self._imports(statement), *records]
        within = replace(place, is_certain=place.is_module and self._is_called(statement), is_module=False)
        self._inner(statement, within)
        return [statement]

    def _is_called(self, statement: ast.stmt) -> bool:
        """Whether it is a function, such as ``check``, that the tests call for certain."""
        return isinstance(statement, ast.FunctionDef) and statement.name in self._called and not _yields(statement)

    def _inner(self, statement: ast.stmt, within: _Place) -> None:
        """Rewrite the statements inside a statement."""
        if isinstance(getattr(statement, "body", None), list):
            caught = replace(within, is_caught=within.is_caught or _is_caught_by(statement))
            statement.body = self.block(statement.body, caught)  # type: ignore[attr-defined]
        for name in ("orelse", "finalbody"):
            if getattr(statement, name, None):
                setattr(statement, name, self.block(getattr(statement, name), within))
        for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            part.body = self.block(part.body, within)

    def _imports(self, statement: ast.Assert) -> list[ast.stmt]:
        """Statements that name the modules which the program has to import, since claims do not look there."""
        names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)} & self.trusted.of_program
        return [ast.Expr(ast.Name(name, ast.Load())) for name in sorted(names)]

    def _assertion(self, test: ast.expr, statement: ast.Assert, place: _Place) -> ast.stmt:
        claim = _inside(test) if len(self.assertions) in self._inside else self._claim(test)
        return self._record(claim, statement, test, place)

    def _claim(self, test: ast.expr) -> Claim:
        try:
            return split_claim(test, self.trusted.names)
        except EvaluatedInside:
            return _inside(test)

    def _reached(self, statement: ast.Assert, place: _Place) -> ast.stmt:
        """A record that a statement which asserts by itself was reached."""
        return self._record(Claim(ast.Constant(value=True), ()), statement, statement.test, place)

    def _record(self, claim: Claim, statement: ast.Assert, test: ast.expr, place: _Place) -> ast.stmt:
        number = len(self.assertions)
        text = ast.get_source_segment(self._tests, test) or ast.unparse(test)
        self.assertions.append(Assertion(statement.lineno, text, claim.claim, len(claim.asked), place.is_certain))
        call = ast.Call(ast.Name(RECORD, ast.Load()), [ast.Constant(number), *claim.asked], [])
        return ast.copy_location(ast.Expr(call), statement)


def _inside(test: ast.expr) -> Claim:
    """A claim that the program's own instance decides."""
    decided = ast.IfExp(test, ast.Constant(value=True), ast.Constant(value=False))
    return Claim(ast.Name("_0", ast.Load()), (decided,))


def _conjuncts(test: ast.expr) -> list[ast.expr]:
    """The parts of ``a and b``, each of which has to be true."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return [part for value in test.values for part in _conjuncts(value)]
    return [test]


def _may_return(statement: ast.stmt) -> bool:
    return not isinstance(statement, ast.FunctionDef | ast.ClassDef) and any(
        isinstance(node, ast.Return) for node in ast.walk(statement)
    )


def _yields(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(statement))


def _is_caught_by(statement: ast.stmt) -> bool:
    """Whether a failed assertion in its body may go no further."""
    if isinstance(statement, ast.Try | ast.TryStar):
        return any(map(_catches, statement.handlers))
    return isinstance(statement, ast.With | ast.AsyncWith)


def _catches(handler: ast.ExceptHandler) -> bool:
    """Whether it may catch a failed assertion."""
    if handler.type is None:
        return True
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(not isinstance(kind, ast.Name) or kind.id in _CATCHING for kind in kinds)
