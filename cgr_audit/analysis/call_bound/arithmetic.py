"""Arithmetic on ranges: sums, products, quotients, remainders, and the smaller or larger of two."""

from __future__ import annotations

import ast
from fractions import Fraction
from operator import add, floordiv, mod, mul, sub, truediv
from types import MappingProxyType
from typing import Final

from cgr_audit.analysis.call_bound.values import Range, Value
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, constant, divided, maximum, minimum

__all__ = ["biggest", "calculated", "fold_floats", "known_number", "multiplied", "smallest"]

_FLOAT_OPERATORS: Final = MappingProxyType(
    {ast.Add: add, ast.Sub: sub, ast.Mult: mul, ast.Div: truediv, ast.FloorDiv: floordiv, ast.Mod: mod}
)


def calculated(left: Range, operator: ast.operator, right: Range) -> Range | None:
    """The range of a sum, difference, product, quotient or remainder; nothing where the result is no integer."""
    match operator:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return multiplied(left, right)
        case ast.FloorDiv() if right.integer is not None and right.integer > 0:
            return _quotient(left, right.integer)
        case ast.Mod() if right.low is not None and (right.low - ONE).is_never_negative:
            if left.integer is not None and right.integer is not None:
                return _number(left.integer % right.integer)
            parts = None if left.exact is None or right.integer is None else divided(left.exact, right.integer)
            if parts is not None:
                return _number(parts[1])
            return Range(ZERO, None if right.high is None else right.high - ONE)
        case ast.Pow() if left.integer is not None and right.integer is not None and 0 <= right.integer <= 64:
            return _number(left.integer**right.integer) if abs(left.integer) <= 1000 else Range()
        case ast.Div():
            return None
    return Range()


def fold_floats(left: Value, operator: ast.operator, right: Value) -> Value | None:
    """The float that an operator makes of two known numbers, with the very rounding that a run has."""
    one, other = known_number(left), known_number(right)
    calculate = _FLOAT_OPERATORS.get(type(operator))
    if one is None or other is None or calculate is None:
        return None
    try:
        result = calculate(one, other)
    except (ArithmeticError, ValueError):
        return None
    return Value(const=result) if isinstance(result, float) else None


def known_number(value: Value) -> float | int | None:
    """The one number that a value is, a float or not."""
    if value.unknown or value.mixed:
        return None
    if isinstance(value.const, float):
        return value.const
    return None if value.number is None else value.number.integer


def smallest(one: Range, other: Range) -> Range:
    """The range of the smaller of two."""
    highs = [part.high for part in (one, other) if part.high is not None]
    low = None if one.low is None or other.low is None else minimum(one.low, other.low)
    return Range(low, minimum(*highs) if highs else None)


def biggest(one: Range, other: Range) -> Range:
    """The range of the larger of two."""
    lows = [part.low for part in (one, other) if part.low is not None]
    high = None if one.high is None or other.high is None else maximum(one.high, other.high)
    return Range(maximum(*lows) if lows else None, high)


def multiplied(left: Range, right: Range) -> Range:
    """The range of a product; known only where neither is negative, or where one is a number."""
    if left.integer is not None and right.integer is not None:
        return _number(left.integer * right.integer)
    for one, other in ((left, right), (right, left)):
        if one.integer is not None and one.integer < 0:
            factor = constant(one.integer)
            return Range(
                None if other.high is None else other.high * factor, None if other.low is None else other.low * factor
            )
    lows = [part.low for part in (left, right)]
    if any(low is None or not low.is_never_negative for low in lows):
        safe = all(part.high is not None and part.high.is_never_negative for part in (left, right))
        signs = any(low is not None and low.is_never_negative for low in lows)
        return Range(None, left.high * right.high if safe and signs and left.high and right.high else None)
    low = left.low * right.low if left.low is not None and right.low is not None else None
    high = None if left.high is None or right.high is None else left.high * right.high
    return Range(low, None if high is None or high.is_heavy else high)


def _quotient(left: Range, by: int) -> Range:
    whole = None if left.exact is None else divided(left.exact, by)
    if whole is not None:
        return Range(whole[0], whole[0])
    factor = constant(Fraction(1, by))
    low = None if left.low is None else (left.low - constant(by - 1)) * factor
    if left.low is not None and left.low.is_never_negative and (low is None or not low.is_never_negative):
        low = ZERO
    return Range(low, None if left.high is None else left.high * factor)


def _number(value: int) -> Range:
    return Range(constant(value), constant(value))
