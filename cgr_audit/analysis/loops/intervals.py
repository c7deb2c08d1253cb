"""Arithmetic on the bounds between which numbers lie."""

from __future__ import annotations

import math

__all__ = ["NOTHING", "UNBOUNDED", "Bounds", "hull", "negated", "product", "quotient", "total", "widened"]

Bounds = tuple[float, float]
"""The least and the greatest number that a value can be."""

UNBOUNDED: Bounds = (-math.inf, math.inf)
NOTHING: Bounds = (math.inf, -math.inf)
"""The bounds of a value that does not occur."""


def hull(one: Bounds, other: Bounds) -> Bounds:
    """The bounds of a value that is one or the other."""
    return (min(one[0], other[0]), max(one[1], other[1]))


def widened(before: Bounds, after: Bounds) -> Bounds:
    """No bound on a side on which the bounds have moved."""
    return (before[0] if after[0] >= before[0] else -math.inf, before[1] if after[1] <= before[1] else math.inf)


def negated(one: Bounds) -> Bounds:
    """The bounds of ``-x``."""
    return (-one[1], -one[0])


def total(one: Bounds, other: Bounds) -> Bounds:
    """The bounds of ``x + y``."""
    return NOTHING if NOTHING in (one, other) else (one[0] + other[0], one[1] + other[1])


def product(one: Bounds, other: Bounds) -> Bounds:
    """The bounds of ``x * y``."""
    if NOTHING in (one, other):
        return NOTHING
    products = [0 if left == 0 or right == 0 else left * right for left in one for right in other]
    return (min(products), max(products))


def quotient(one: Bounds, other: Bounds) -> Bounds:
    """The bounds of ``x / y``, where ``y`` is above zero."""
    if NOTHING in (one, other):
        return NOTHING
    if other[0] <= 0 or math.isinf(other[1]):
        return (0, math.inf) if one[0] >= 0 and other[0] > 0 else UNBOUNDED
    return product(one, (1 / other[1], 1 / other[0]))
