"""Tests as text: which assertions compare with a literal, and what runs in the program's instance of the sandbox.

Of ``assert f([3, 1]) == [1, 3]`` the program's instance evaluates ``f([3, 1])`` and records the value; what it has to
equal never gets there. An assertion that does not compare with a literal is decided there, and counted.
"""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import isclose
from typing import Any, TypeAlias

from cgr_audit.execution.deep_stack import on_a_deep_stack
from cgr_audit.scorecards.running.equality import NotALiteralError, literal_value

__all__ = ["Assertion", "AssertionPlan", "UnusableTestsError", "planned"]

_LONGEST = 1 << 20
_DECIDING = (ast.Compare, ast.BoolOp)
"""What may hold the claim itself, in what is asked of the program."""
_DEFINING = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_OPERATORS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.Is: operator.is_, ast.IsNot: operator.is_not,
    ast.In: lambda value, values: value in values, ast.NotIn: lambda value, values: value not in values,
}  # fmt: skip
_Split: TypeAlias = tuple[ast.expr, Callable[[Any], Any]]


class UnusableTestsError(Exception):
    """The tests are not Python, or assert nothing."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """One assertion of the tests."""

    place: str
    """Its line, and the text as Python writes it."""
    holds: Callable[[Any], Any]
    """Whether it holds of the plain value that is recorded for it."""
    is_inside: bool
    """Whether the program's instance decides it, and records what comes of it."""
    is_certain: bool
    """Whether the tests cannot end without reaching it."""
    is_guarded: bool
    """Whether it is in a ``try`` or a ``with``, which may lead past it, and take its failure."""


@dataclass(frozen=True, slots=True)
class AssertionPlan:
    """How the tests of a program are run."""

    inside: str
    """What runs in the program's instance: the tests, with a record of each assertion."""
    assertions: tuple[Assertion, ...]
    """By the number that records carry."""
    names: frozenset[str]
    """The names in the tests that are not builtins."""


def planned(tests: str, entry: str | None) -> AssertionPlan:
    """Take tests apart: statements with ``assert``, functions ``test...()`` or ``check(candidate)`` with them.

    Where the tests do not call ``check``, it is called with ``entry``, which is Python text.

    Raises:
        UnusableTestsError: they are not Python, or there is nothing to assert.
    """
    if len(tests) > _LONGEST:
        raise UnusableTestsError(f"the tests are {len(tests):,} characters long; at most {_LONGEST:,} are read")
    try:
        return on_a_deep_stack(lambda: _planned(ast.parse(tests), entry))
    except SystemError:
        # CPython 3.11 counts the depth of syntax trees for all threads together, and now and then miscounts.
        return planned(tests, entry)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        said = f"line {error.lineno}: {error.msg}" if isinstance(error, SyntaxError) else type(error).__name__
        raise UnusableTestsError(f"the tests are not Python: {said}") from error


def _planned(tree: ast.Module, entry: str | None) -> AssertionPlan:
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    calls = [f"{name}()" for name, node in functions.items() if name.startswith("test") and not ast.unparse(node.args)]
    calls += [f"check({entry})"] * ("check" in functions)
    used = _names(tree)
    tree.body += ast.parse("\n".join(call for call in calls if call.partition("(")[0] not in used)).body
    names = frozenset(_names(tree).difference(dir(builtins)))
    recording = _Recording(tree)
    inside = ast.unparse(ast.fix_missing_locations(recording.visit(tree)))
    if not recording.assertions:
        raise UnusableTestsError("the tests assert nothing")
    return AssertionPlan(inside, tuple(recording.assertions), names)


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


class _Recording(ast.NodeTransformer):
    """Puts records in the place of assertions."""

    def __init__(self, tree: ast.Module) -> None:
        self.assertions: list[Assertion] = []
        self._certain = _certain(tree)
        guards = [node for node in ast.walk(tree) if isinstance(node, ast.Try | ast.TryStar | ast.With | ast.AsyncWith)]
        self._guarded = {id(node) for guard in guards for node in ast.walk(guard)}

    def visit_Assert(self, node: ast.Assert) -> list[ast.stmt]:
        if id(node) in self._guarded:
            return [self._record(node, ast.Constant(value=True)), node]
        match node.test:
            case ast.BoolOp(ast.And(), parts):
                return [self._record(node, part) for part in parts]
        return [self._record(node, node.test)]

    def _record(self, node: ast.Assert, test: ast.expr) -> ast.stmt:
        inside = ast.IfExp(test, ast.Constant(value=True), ast.Constant(value=False))
        place, split, number = f"line {node.lineno}: {ast.unparse(test)}", _split(test), len(self.assertions)
        given, holds = split or (inside, bool)
        is_inside = split is None or _holds(given, _DECIDING)
        is_certain, is_guarded = id(node) in self._certain, id(node) in self._guarded
        self.assertions.append(Assertion(place, holds, is_inside, is_certain, is_guarded))
        # Of what is asked to be None, True or False nothing else is recorded: it may be of any size.
        is_single = split is not None and isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Is | ast.IsNot)
        recorded = [ast.Constant(number), given, *[ast.Constant(value=True)] * is_single]
        return ast.Expr(ast.Call(ast.Name("__record__", ast.Load()), recorded, []))


def _certain(tree: ast.Module) -> set[int]:
    """The identities of the statements that a run to the end cannot pass by, whatever the program does."""
    certain: set[int] = set()
    bodies, uncalled = [tree.body], dict[str, ast.FunctionDef]()
    for body in bodies:
        if any(_may(node, (ast.Yield, ast.YieldFrom)) for node in body):
            continue  # the call of a generator runs nothing of it
        for node in takewhile(lambda node: not _may(node, (ast.Return,)), body):
            certain.add(id(node))
            match node:
                case ast.FunctionDef(name) if body is tree.body:
                    uncalled[name] = node
                case ast.Expr(ast.Call(ast.Name(called))) | ast.Assign(value=ast.Call(ast.Name(called))):
                    if called in uncalled:
                        bodies.append(uncalled.pop(called).body)
                case ast.ClassDef() | ast.If(ast.Compare(ast.Name("__name__"), [ast.Eq()], [ast.Constant("__main__")])):
                    bodies.append(node.body)
    return certain


def _may(statement: ast.stmt, kinds: tuple[type[ast.AST], ...]) -> bool:
    return not isinstance(statement, _DEFINING) and _holds(statement, kinds)


def _holds(tree: ast.AST, kinds: tuple[type[ast.AST], ...]) -> bool:
    return any(isinstance(node, kinds) for node in ast.walk(tree))


def _split(test: ast.expr) -> _Split | None:
    """What a test asks of the program, and whether a value is what it expects; nothing if that is not a literal."""
    match test:
        case ast.Compare(
            ast.Call(ast.Name("abs"), [ast.BinOp(given, ast.Sub(), middle)]), [ast.Lt() | ast.LtE() as kind], [most]
        ):
            is_less = _OPERATORS[type(kind)]
            return _claim(given, [middle, most], lambda value, middle, most: is_less(abs(value - middle), most))
        case ast.Call(ast.Attribute(ast.Name("math"), "isclose"), [given, right], words):
            names, written = [word.arg or "" for word in words], [right, *(word.value for word in words)]
            return _claim(given, written, lambda *both: isclose(*both[:2], **dict(zip(names, both[2:], strict=True))))
        case ast.Compare(given, [ast.Is() | ast.IsNot() as kind], [right]):
            # Of other values it is not said whether they are one object.
            is_single = isinstance(right, ast.Constant) and (right.value is None or isinstance(right.value, bool))
            return _claim(given, [right], _OPERATORS[type(kind)]) if is_single else None
        case ast.Compare(left, [kind], [right]):
            compare = _OPERATORS[type(kind)]
            found = _claim(left, [right], compare)
            is_mirrored = found is None and not isinstance(kind, ast.In | ast.NotIn)
            return _claim(right, [left], lambda value, expected: compare(expected, value)) if is_mirrored else found
    return None


def _claim(given: ast.expr, written: Sequence[ast.expr], holds: Callable[..., Any]) -> _Split | None:
    try:
        values = [literal_value(node) for node in written]
    except NotALiteralError:
        return None
    return given, lambda value: holds(value, *values)
