"""A call bound as a number, once the number of options is known."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType

from cgr_audit.audit.program_audit import CallBoundRecord

__all__ = ["at_most"]

_OPERATORS: Mapping[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = MappingProxyType(
    {
        ast.Add: lambda left, right: left + right,
        ast.Sub: lambda left, right: left - right,
        ast.Mult: lambda left, right: left * right,
        ast.Div: lambda left, right: left / right,
        ast.FloorDiv: lambda left, right: Fraction(left // right),
    }
)

_FUNCTIONS: Mapping[str, Callable[..., Fraction]] = MappingProxyType({"min": min, "max": max})


def at_most(bound: CallBoundRecord, option_count: int | None) -> int | None:
    """The largest number of solver calls: a number, or nothing if none can be given.

    Args:
        bound: as the audit gives it; an expression is made of integers, ``options``, ``+ - * /``, ``min`` and ``max``.
        option_count: how many options the item has; without it an expression in them has no number.
    """
    if bound.kind not in {"finite", "options"}:
        return bound.max
    if option_count is None or "options" not in bound.expression:
        return bound.max
    try:
        value = _value(ast.parse(bound.expression, mode="eval").body, Fraction(option_count))
    except (SyntaxError, ValueError, ZeroDivisionError, TypeError):
        return bound.max
    return math.ceil(value)


def _value(node: ast.expr, options: Fraction) -> Fraction:
    match node:
        case ast.Constant(value=int(number)):
            return Fraction(number)
        case ast.Name(id="options"):
            return options
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
            return _OPERATORS[type(operator)](_value(left, options), _value(right, options))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*(_value(argument, options) for argument in arguments))
        case _:
            raise ValueError(f"not a call bound: {ast.unparse(node)}")
