"""Tests whose outcome the text decides, given what is known of a few names."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from cgr_audit.analysis.scopes import BindingKind, Scopes

__all__ = ["Known", "constant_range", "decided", "is_complement", "known_before", "known_integer", "known_truth"]

Known = Mapping[str, object]
"""Names whose value is known. Of a container only its length is: it is a tuple of so many ellipses."""

_FURTHEST_BACK = 50
"""How many statements before a test are asked what its names hold."""
_COMPARISONS: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def decided(test: ast.expr, known: Known, scopes: Scopes) -> bool | None:
    """Whether a test always gives the same, by being constant or by a flag that is set once.

    Comparing variables that hold constants (``if budget > price``) is computing, and decides nothing here.
    """
    for part in ast.walk(test):
        if isinstance(part, ast.Compare):
            names = {name.id for name in ast.walk(part) if isinstance(name, ast.Name)}
            if not names <= known.keys():
                return None
    return known_truth(test, known, scopes)


def known_truth(test: ast.expr, known: Known, scopes: Scopes) -> bool | None:
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
            return _comparison(left, comparison, right, known, scopes)
        case ast.Name(id=name) if name in known:
            return bool(known[name])
        case ast.Name() | ast.Attribute() if scopes.qualified_name(test) == "typing.TYPE_CHECKING":
            return False
        case ast.Name() if known_integer(test, known, scopes) is not None:
            return bool(known_integer(test, known, scopes))
    return None


def known_integer(node: ast.expr, known: Known, scopes: Scopes) -> int | None:
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
        case ast.Name(id=name) if name in known:
            held = known[name]
            return held if isinstance(held, int) else None
        case ast.Name():
            return _assigned_once(node, scopes)
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]) if isinstance(known.get(name), tuple):
            return len(known[name])  # type: ignore[arg-type]
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


def known_before(
    test: ast.expr, before: Sequence[Sequence[ast.stmt]], names_in: Callable[[ast.stmt], Mapping[str, bool]]
) -> dict[str, object]:
    """What the names of a test hold when it is first evaluated, as far as the statements before it say.

    Args:
        test: the test.
        before: the statements that certainly ran before it, in blocks from the innermost outwards.
        names_in: the names that a statement mentions, and whether it rebinds them.
    """
    found: dict[str, object] = {}
    for name in {part.id for part in ast.walk(test) if isinstance(part, ast.Name)}:
        value = _last_value(name, before, names_in)
        if value is not None:
            found[name] = value[0]
    return found


def _last_value(
    name: str, before: Sequence[Sequence[ast.stmt]], names_in: Callable[[ast.stmt], Mapping[str, bool]]
) -> tuple[object] | None:
    is_mentioned = False
    backwards = (statement for block in before for statement in reversed(block))
    for statement in islice(backwards, _FURTHEST_BACK):
        rebinds = names_in(statement).get(name)
        if rebinds is None:
            continue
        assigned = _assigned_value(statement, name)
        if assigned is not None:
            value = _literal_value(assigned)
            return None if value is not None and isinstance(value[0], tuple) and is_mentioned else value
        if rebinds:
            return None
        is_mentioned = True
    return None


def _assigned_value(statement: ast.stmt, name: str) -> ast.expr | None:
    """The expression that a simple assignment gives a name."""
    match statement:
        case ast.Assign(targets=targets, value=value):
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                return value
            if isinstance(value, ast.Tuple) and len(targets) == 1 and isinstance(targets[0], ast.Tuple):
                for target, part in zip(targets[0].elts, value.elts, strict=False):
                    if isinstance(target, ast.Name) and target.id == name:
                        return part
        case ast.AnnAssign(target=ast.Name(id=target_name), value=value) if target_name == name:
            return value
    return None


def _literal_value(node: ast.expr) -> tuple[object] | None:
    match node:
        case ast.Constant(value=value):
            return (value,)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return (-value,)
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return None if any(isinstance(part, ast.Starred) for part in parts) else ((...,) * len(parts),)
        case ast.Dict(keys=keys):
            return None if None in keys else ((...,) * len(keys),)
    return None


def _comparison(left: ast.expr, comparison: ast.cmpop, right: ast.expr, known: Known, scopes: Scopes) -> bool | None:
    if type(comparison) in _COMPARISONS:
        one, other = known_integer(left, known, scopes), known_integer(right, known, scopes)
        if one is not None and other is not None:
            return _COMPARISONS[type(comparison)](one, other)
    if isinstance(left, ast.Constant):
        left, right = right, left
    if isinstance(left, ast.Name) and left.id in known and isinstance(right, ast.Constant):
        value = known[left.id]
        if isinstance(comparison, ast.Is | ast.Eq) and _is_plain(value):
            return value == right.value
        if isinstance(comparison, ast.IsNot | ast.NotEq) and _is_plain(value):
            return value != right.value
    return None


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | bool)


def _assigned_once(name: ast.Name, scopes: Scopes) -> int | None:
    """A name that one assignment alone binds, to a literal integer."""
    binding = scopes.sole_binding(name)
    if binding is None or binding.kind is not BindingKind.ASSIGNMENT:
        return None
    value = binding.value
    return int(value.value) if isinstance(value, ast.Constant) and isinstance(value.value, int) else None
