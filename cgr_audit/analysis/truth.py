"""Tests whose outcome the text decides, given what is known of a few names."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping

from cgr_audit.analysis.scopes import BindingKind, Scopes

__all__ = ["constant_range", "is_complement", "known_integer", "known_truth"]

_COMPARISONS: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def known_truth(test: ast.expr, known: Mapping[str, int], scopes: Scopes) -> bool | None:
    """Whether a test holds, where constants and the ``known`` names decide it."""
    match test:
        case ast.Constant(value=value):
            return bool(value)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = known_truth(operand, known, scopes)
            return None if inner is None else not inner
        case ast.BoolOp(op=joining, values=values):
            parts = [known_truth(value, known, scopes) for value in values]
            deciding = isinstance(joining, ast.Or)
            if deciding in parts:
                return deciding
            return None if None in parts else not deciding
        case ast.Compare(left=left, ops=[comparison], comparators=[right]):
            if type(comparison) in _COMPARISONS:
                one, other = known_integer(left, known, scopes), known_integer(right, known, scopes)
                if one is not None and other is not None:
                    return _COMPARISONS[type(comparison)](one, other)
        case ast.Name() if known_integer(test, known, scopes) is not None:
            return bool(known_integer(test, known, scopes))
    return None


def known_integer(node: ast.expr, known: Mapping[str, int], scopes: Scopes) -> int | None:
    """The integer that an expression is: literals, sums, differences, products, and names with one meaning."""
    match node:
        case ast.Constant(value=int(value)):
            return int(value)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = known_integer(operand, known, scopes)
            return None if inner is None else -inner
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() as joining, right=right):
            one, other = known_integer(left, known, scopes), known_integer(right, known, scopes)
            if one is None or other is None:
                return None
            if isinstance(joining, ast.Add):
                return one + other
            return one - other if isinstance(joining, ast.Sub) else one * other
        case ast.Name(id=name):
            return known[name] if name in known else _assigned_once(node, scopes)
    return None


def constant_range(iterable: ast.expr, scopes: Scopes) -> range | None:
    """The numbers of a ``range(...)`` whose arguments are known."""
    if not isinstance(iterable, ast.Call) or scopes.qualified_name(iterable.func) != "builtins.range":
        return None
    given = [known_integer(argument, {}, scopes) for argument in iterable.args]
    numbers = [number for number in given if number is not None]
    if (
        len(numbers) != len(given)
        or not 1 <= len(given) <= 3
        or iterable.keywords
        or (len(given) == 3 and not given[2])
    ):
        return None
    return range(*numbers)


def is_complement(test: ast.expr, other: ast.expr) -> bool:
    """Whether one test is plainly the negation of the other, and neither calls anything."""
    for one, two in ((test, other), (other, test)):
        if isinstance(two, ast.UnaryOp) and isinstance(two.op, ast.Not):
            calls = any(isinstance(part, ast.Call | ast.Await | ast.NamedExpr) for part in ast.walk(one))
            return not calls and ast.dump(one) == ast.dump(two.operand)
    return False


def _assigned_once(name: ast.Name, scopes: Scopes) -> int | None:
    """A name that one assignment alone binds, to a literal integer."""
    found = scopes.used_in.get(name, scopes.module).lookup(name.id)
    if found is None or len(found[1]) != 1 or found[1][0].kind is not BindingKind.ASSIGNMENT:
        return None
    value = found[1][0].value
    return int(value.value) if isinstance(value, ast.Constant) and isinstance(value.value, int) else None
