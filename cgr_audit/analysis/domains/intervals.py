"""Intervals of integers whose ends are polynomials in the number of options, and how they move in a loop.

The domain of numbers and of container sizes (Cousot and Cousot, 1977), with symbolic ends. An interval may also say how
far the number lies from what its cell held when the current iteration of a loop began (:class:`Offset`); from the
offset at the back edge follow the ranking functions of :mod:`cgr_audit.analysis.interpreter.trip_counts`.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from cgr_audit.analysis.domains.polynomials import ONE, ZERO, Bound, constant, divided, floored, maximum, minimum

__all__ = [
    "ANY_NUMBER",
    "ANY_SIZE",
    "EMPTY",
    "Interval",
    "Offset",
    "at_least_zero",
    "calculated",
    "decided",
    "exactly",
    "is_certain",
    "is_ordered",
    "join_intervals",
    "largest_of",
    "least_of",
    "mirrored",
    "narrowed",
    "negated",
    "reached",
    "rounds_of_range",
]

_MINUS_ONE: Final = constant(-1)
_MOST_BITS: Final = 64
"""Powers with a larger exponent are not computed."""


class Offset(NamedTuple):
    """How a number lies relative to what a cell held at the head of a loop."""

    loop: int
    cell: tuple[Hashable, ...]
    low: Bound | None
    high: Bound | None
    reached: tuple[Bound | None, Bound | None] | None = None
    """Between which ends the number lies where it has moved at all; without it, all that is said of it says that."""


class Interval(NamedTuple):
    """An integer between two ends; an end that is not known is left out."""

    low: Bound | None = None
    high: Bound | None = None
    offset: Offset | None = None
    hole: Bound | None = None
    """A number that it is known not to be."""

    def __add__(self, other: Interval) -> Interval:  # type: ignore[override]
        low = None if self.low is None or other.low is None else _light(self.low + other.low)
        high = None if self.high is None or other.high is None else _light(self.high + other.high)
        moved, by = (self, other) if self.offset is not None or self.hole is not None else (other, self)
        hole = None if moved.hole is None or by.exact is None else moved.hole + by.exact
        if moved.offset is None or by.offset is not None:
            return Interval(low, high, hole=hole)
        return Interval(low, high, _shifted(moved.offset, by), hole)

    def __neg__(self) -> Interval:
        return Interval(
            None if self.high is None else self.high * _MINUS_ONE, None if self.low is None else self.low * _MINUS_ONE
        )

    def __sub__(self, other: Interval) -> Interval:
        low = None if self.low is None or other.high is None else _light(self.low - other.high)
        high = None if self.high is None or other.low is None else _light(self.high - other.low)
        offset = None if self.offset is None or other.offset is not None else _shifted(self.offset, -other)
        hole = None if self.hole is None or other.exact is None else self.hole - other.exact
        return Interval(low, high, offset, hole)

    @property
    def exact(self) -> Bound | None:
        """The one number it can be."""
        return self.low if self.low is not None and self.low == self.high else None

    @property
    def integer(self) -> int | None:
        """The one number it can be, where that does not depend on the item."""
        found = self.exact.value if self.exact is not None else None
        return int(found) if found is not None and found.denominator == 1 else None

    @property
    def is_positive(self) -> bool:
        """Whether it is certainly at least 1, also for an item without options."""
        if self.low is None:
            return False
        return (self.low if self.hole == ZERO else self.low - ONE).is_certainly_never_negative

    @property
    def plain(self) -> Interval:
        """The interval without what relates it to a loop."""
        return self if self.offset is None and self.hole is None else Interval(self.low, self.high)


ANY_NUMBER: Final = Interval()
ANY_SIZE: Final = Interval(ZERO, None)
EMPTY: Final = Interval(ZERO, ZERO)


@lru_cache(maxsize=1024)
def exactly(number: int | Bound) -> Interval:
    """One number."""
    end = constant(number) if isinstance(number, int) else number
    return Interval(end, end)


def at_least_zero(bound: Bound) -> Bound:
    """The bound, or 0 where that is larger."""
    return bound if bound.is_certainly_never_negative else maximum(ZERO, bound)


def _shifted(offset: Offset, by: Interval) -> Offset | None:
    low = None if offset.low is None or by.low is None else offset.low + by.low
    high = None if offset.high is None or by.high is None else offset.high + by.high
    return None if low is None and high is None else Offset(offset.loop, offset.cell, low, high)


def _light(end: Bound) -> Bound | None:
    """An end that has grown too heavy to calculate with is left out."""
    return None if end.is_heavy else end


def join_intervals(one: Interval | None, other: Interval | None) -> Interval | None:
    """The least interval around both; nothing if one of them is not known to be an integer."""
    if one is None or other is None:
        return None
    if one is other or one == other:
        return one
    low = None if one.low is None or other.low is None else _light(minimum(one.low, other.low))
    high = None if one.high is None or other.high is None else _light(maximum(one.high, other.high))
    hole = one.hole if one.hole == other.hole else None
    first, second = one.offset, other.offset
    if first is None or second is None or (first.loop, first.cell) != (second.loop, second.cell):
        return Interval(low, high, hole=hole)
    least = None if first.low is None or second.low is None else minimum(first.low, second.low)
    most = None if first.high is None or second.high is None else maximum(first.high, second.high)
    return Interval(low, high, Offset(first.loop, first.cell, least, most, _either_reached(one, other)), hole)


def reached(held: Interval) -> tuple[Bound | None, Bound | None] | None:
    """Between which ends a number lies that has moved since the head of a loop; nothing if it has not."""
    offset = held.offset
    if offset is not None and (offset.reached is not None or offset.low == offset.high == ZERO):
        return offset.reached
    return held.low, held.high


def _either_reached(one: Interval, other: Interval) -> tuple[Bound | None, Bound | None] | None:
    first, second = reached(one), reached(other)
    if first is None or second is None:
        return first or second
    met = join_intervals(Interval(*first), Interval(*second))
    return None if met is None else (met.low, met.high)


def calculated(left: Interval, operator: ast.operator, right: Interval) -> Interval | None:
    """The interval of ``left operator right``; nothing if the result may be no integer."""
    try:
        return _calculated(left, operator, right)
    except OverflowError:
        return ANY_NUMBER


def _calculated(left: Interval, operator: ast.operator, right: Interval) -> Interval | None:
    match operator:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return _multiplied(left, right)
        case ast.FloorDiv() if right.integer is not None and right.integer > 0:
            return _quotient(left, right.integer)
        case ast.RShift() if right.integer is not None and 0 <= right.integer <= _MOST_BITS:
            return _quotient(left, 1 << right.integer)
        case ast.Mod() if right.low is not None and (right.low - ONE).is_never_negative:
            parts = None if left.exact is None or right.integer is None else divided(left.exact, right.integer)
            if parts is not None:
                return exactly(parts[1])
            return Interval(ZERO, None if right.high is None else right.high - ONE)
        case ast.Pow() if right.low is None or not right.low.is_never_negative:
            return None
        case ast.Div():
            return None
    return ANY_NUMBER


def _multiplied(left: Interval, right: Interval) -> Interval:
    for one, other in ((left, right), (right, left)):
        if one.integer is not None and one.integer < 0:
            factor = constant(one.integer)
            return Interval(
                None if other.high is None else other.high * factor, None if other.low is None else other.low * factor
            )
    lows = [part.low for part in (left, right)]
    if any(low is None or not low.is_never_negative for low in lows):
        safe = all(part.high is not None and part.high.is_never_negative for part in (left, right))
        signs = any(low is not None and low.is_never_negative for low in lows)
        return Interval(None, left.high * right.high if safe and signs and left.high and right.high else None)
    low = left.low * right.low if left.low is not None and right.low is not None else None
    high = None if left.high is None or right.high is None else left.high * right.high
    return Interval(low, None if high is None or high.is_heavy else high)


def _quotient(left: Interval, by: int) -> Interval:
    whole = None if left.exact is None else divided(left.exact, by)
    if whole is not None:
        return exactly(whole[0])
    factor = constant(Fraction(1, by))
    low = None if left.low is None else (left.low - constant(by - 1)) * factor
    if left.low is not None and left.low.is_never_negative and (low is None or not low.is_never_negative):
        low = ZERO
    return Interval(low, None if left.high is None else left.high * factor)


def rounds_of_range(start: Interval, stop: Interval, step: int) -> Interval:
    """How many numbers ``range(start, stop, step)`` gives."""
    if step < 0:
        return rounds_of_range(-start, -stop, -step)
    distance = None if stop.exact is None or start.exact is None else stop.exact - start.exact + constant(step - 1)
    whole = None if distance is None else divided(distance, step)
    if whole is not None and whole[0].is_certainly_never_negative:
        return exactly(whole[0])
    high = None if stop.high is None or start.low is None else _steps(stop.high - start.low, step)
    low = None if stop.low is None or start.high is None else stop.low - start.high
    is_least = step == 1 and low is not None and low.is_never_negative
    return Interval(low if is_least else ZERO, high)


def _steps(distance: Bound, step: int) -> Bound:
    if step == 1:
        return at_least_zero(distance)
    return at_least_zero(floored((distance + constant(step - 1)) * constant(Fraction(1, step))))


def least_of(*intervals: Interval) -> Interval:
    """The interval of the smallest of several numbers."""
    highs = [one.high for one in intervals if one.high is not None]
    lows = [one.low for one in intervals if one.low is not None]
    low = minimum(*lows) if len(lows) == len(intervals) else None
    return Interval(low, minimum(*highs) if highs else None)


def largest_of(*intervals: Interval) -> Interval:
    """The interval of the largest of several numbers."""
    lows = [one.low for one in intervals if one.low is not None]
    highs = [one.high for one in intervals if one.high is not None]
    return Interval(maximum(*lows) if lows else None, maximum(*highs) if len(highs) == len(intervals) else None)


_MIRRORED: Final = {
    ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Eq: ast.Eq, ast.NotEq: ast.NotEq,
}  # fmt: skip
_NEGATED: Final = {
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip


def mirrored(operator: type[ast.cmpop]) -> type[ast.cmpop]:
    """The operator with its operands exchanged."""
    return _MIRRORED[operator]


def negated(operator: type[ast.cmpop]) -> type[ast.cmpop]:
    """The operator that holds exactly where this does not."""
    return _NEGATED[operator]


def is_ordered(operator: type[ast.cmpop]) -> bool:
    """Whether an operator compares numbers."""
    return operator in _NEGATED


def decided(left: Interval, operator: type[ast.cmpop], right: Interval) -> bool | None:
    """Whether a comparison holds, where the intervals tell."""
    if operator not in _NEGATED:
        return None
    if is_certain(left, operator, right):
        return True
    return False if is_certain(left, _NEGATED[operator], right) else None


def is_certain(left: Interval, operator: type[ast.cmpop], right: Interval) -> bool:
    """Whether a comparison holds for all numbers of two intervals."""
    if operator in {ast.Gt, ast.GtE}:
        return is_certain(right, _MIRRORED[operator], left)
    if operator is ast.Eq:
        return left.exact is not None and left.exact == right.exact
    if operator is ast.NotEq:
        return is_certain(left, ast.Lt, right) or is_certain(right, ast.Lt, left)
    if left.high is None or right.low is None:
        return False
    gap = right.low - left.high
    return (gap - ONE if operator is ast.Lt else gap).is_certainly_never_negative


def narrowed(held: Interval, operator: type[ast.cmpop], against: Interval) -> Interval | None:
    """What is left of an interval for which ``held operator against`` holds; nothing if nothing is left."""
    low, high = held.low, held.high
    if operator in {ast.Lt, ast.LtE, ast.Eq} and against.high is not None:
        end = against.high - ONE if operator is ast.Lt else against.high
        high = end if high is None else minimum(high, end)
    if operator in {ast.Gt, ast.GtE, ast.Eq} and against.low is not None:
        end = against.low + ONE if operator is ast.Gt else against.low
        low = end if low is None else maximum(low, end)
    if operator is ast.NotEq and against.exact is not None:
        low = low + ONE if low == against.exact and low is not None else low
        high = high - ONE if high == against.exact and high is not None else high
        held = held._replace(hole=against.exact)
    if low is not None and high is not None and (low - high - ONE).is_certainly_never_negative:
        return None
    return held._replace(low=low, high=high)
