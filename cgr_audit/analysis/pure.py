"""Operators on known Python values, evaluated without ever running a program's own code.

Only exact built-in types are touched, and the size of every result is bounded before it is computed: whatever a program
writes, evaluation ends soon and takes little memory. What is refused, too large, undetermined (the order of a set) or
would raise inside the program raises :class:`Unfoldable`.
"""

from __future__ import annotations

import ast
import operator
import re
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

__all__ = [
    "MAX_TEXT",
    "WIDE_FIELD",
    "Unfoldable",
    "binary",
    "bounded",
    "compare",
    "guarded",
    "iterate",
    "raw_binary",
    "require_printable",
    "require_small_numbers",
    "subscript",
    "unary",
]

MAX_TEXT = 20_000
"""Characters, bytes or elements of a result."""

_MAX_BITS = 4_096
_MOST_PRINTED = 2_000
"""Parts of a container."""

_SCALARS = (str, bytes, int, float, complex, bool, type(None), type(Ellipsis))


class _View(list[Any]):
    """The keys, values or items of a dictionary: to be iterated, and no list where it is printed, compared or added."""


_CONTAINERS = (list, tuple, dict, set, frozenset, range, slice, _View)

_PLAIN = frozenset((*_SCALARS, *_CONTAINERS))

WIDE_FIELD = re.compile(r"\d{4}|\*|__")

FAILURES = (
    ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, RecursionError, SyntaxError, TypeError,
    ValueError,
)  # fmt: skip
"""What evaluating an expression of known values may raise inside the program."""


class Unfoldable(Exception):  # noqa: N818  no error: an answer
    """The value is not known."""


_BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = types.MappingProxyType({
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift, ast.BitOr: operator.or_, ast.BitAnd: operator.and_, ast.BitXor: operator.xor,
})  # fmt: skip

_COMPARE: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = types.MappingProxyType({
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.In: lambda left, right: left in right, ast.NotIn: lambda left, right: left not in right,
})  # fmt: skip


def binary(op: ast.operator, left: object, right: object) -> object:
    """``left op right``.

    Raises:
        Unfoldable: too large, or it raises inside the program.
    """
    return guarded(lambda: raw_binary(op, left, right))


def unary(op: ast.unaryop, operand: Any) -> object:
    """``op operand``, with the errors of :func:`binary`."""
    if isinstance(op, ast.Not):
        return not operand
    if isinstance(operand, bool):
        operand = int(operand)
    if isinstance(op, ast.Invert):
        return guarded(lambda: ~operand)
    return guarded(lambda: -operand if isinstance(op, ast.USub) else +operand)


def compare(op: ast.cmpop, left: Any, right: Any) -> bool:
    """``left op right`` for a comparison; identity only of ``None``, booleans and the ellipsis."""
    if isinstance(op, ast.Is | ast.IsNot):
        singletons = (type(None), bool, type(Ellipsis))
        if type(left) is type(right) and type(left) not in singletons:
            raise Unfoldable
        return (left is right) is isinstance(op, ast.Is)
    if not isinstance(op, ast.In | ast.NotIn) and (isinstance(left, _View) or isinstance(right, _View)):
        raise Unfoldable
    return bool(guarded(lambda: _COMPARE[type(op)](left, right)))


def subscript(value: Any, index: Any) -> object:
    """``value[index]``."""
    if isinstance(value, _View):
        raise Unfoldable
    return guarded(lambda: value[index])


def iterate(value: object) -> Sequence[object]:
    """The elements in their order; a set of several has none that is determined."""
    if isinstance(value, set | frozenset) and len(value) > 1:
        raise Unfoldable
    if not isinstance(value, Iterable):
        raise Unfoldable
    return list(value)


def guarded(compute: Callable[[], object]) -> object:
    """Compute a plain value of bounded size; raising inside the program makes it unknown."""
    try:
        result = compute()
    except FAILURES:
        raise Unfoldable from None
    return bounded(result)


def bounded(result: object) -> object:
    """A plain value as it is.

    Raises:
        Unfoldable: it is too large, or of no plain type.
    """
    kind = type(result)
    if kind not in _PLAIN:
        if isinstance(result, type({}.keys()) | type({}.values()) | type({}.items())):
            return _View(result)
        raise Unfoldable
    if kind in (str, bytes):
        if len(result) > MAX_TEXT:  # type: ignore[arg-type]
            raise Unfoldable
    elif kind in (list, _View, tuple, dict, set, frozenset):
        _require_few_parts(result)
    elif kind is range:
        if (result.stop - result.start) // result.step > MAX_TEXT:  # type: ignore[attr-defined]
            raise Unfoldable
    elif kind is int and result.bit_length() > _MAX_BITS:  # type: ignore[attr-defined]
        raise Unfoldable
    return result


def _require_few_parts(result: object) -> None:
    """Refuse a container that holds too much, however often the same part stands in it: whatever reads it reads all."""
    waiting, seen = [result], 0
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += (*part.keys(), *part.values())
        elif isinstance(part, list | tuple | set | frozenset):
            waiting += part
        seen += len(part) if isinstance(part, str | bytes) else 1
        if seen > MAX_TEXT or len(waiting) > MAX_TEXT:
            raise Unfoldable


def raw_binary(op: ast.operator, left: Any, right: Any) -> object:
    """``left op right``, refused where the result would be too large; what Python raises is let through."""
    if isinstance(left, _View) or isinstance(right, _View):
        raise Unfoldable
    if isinstance(op, ast.Mult):
        for sequence, times in ((left, right), (right, left)):
            if isinstance(sequence, str | bytes | list | tuple) and isinstance(times, int):
                if len(sequence) * max(times, 0) > MAX_TEXT:
                    raise Unfoldable
                return sequence * times
    elif isinstance(op, ast.Pow) and isinstance(left, int) and isinstance(right, int):
        if abs(right) * max(left.bit_length(), 1) > _MAX_BITS:
            raise Unfoldable
    elif isinstance(op, ast.LShift) and isinstance(right, int):
        if right > _MAX_BITS:
            raise Unfoldable
    elif isinstance(op, ast.Mod) and isinstance(left, str | bytes):
        if WIDE_FIELD.search(left if isinstance(left, str) else left.decode("latin-1")):
            raise Unfoldable
        require_printable(right)
        width = len(left) * (len(right) if isinstance(right, str | bytes) else 1)
        if width > MAX_TEXT * 100:
            raise Unfoldable
    if type(op) not in _BINARY:
        raise Unfoldable
    return _BINARY[type(op)](left, right)


def require_printable(value: object) -> None:
    """Refuse to print what is deep, wide, or without a determined order."""
    stack, seen = [value], 0
    while stack:
        part = stack.pop()
        seen += 1
        if seen > _MOST_PRINTED or isinstance(part, _View) or (isinstance(part, set | frozenset) and len(part) > 1):
            raise Unfoldable
        if isinstance(part, dict):
            stack.extend((*part.keys(), *part.values()))
        elif isinstance(part, list | tuple | set | frozenset):
            stack.extend(part)
        elif isinstance(part, str | bytes) and len(part) > MAX_TEXT:
            raise Unfoldable


def require_small_numbers(arguments: Sequence[Any]) -> None:
    """Refuse numbers beyond 64 bits and long sequences of numbers."""
    for value in arguments:
        numbers = value if isinstance(value, list | tuple) else (value,)
        if len(numbers) > 200 or any(isinstance(number, int) and abs(number) > 1 << 64 for number in numbers):
            raise Unfoldable
