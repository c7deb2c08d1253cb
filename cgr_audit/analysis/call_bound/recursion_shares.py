"""Recursion on the parts of a list: tournaments by halves, and other ways to divide and conquer.

Every activation is taken to cost no more than ``w * n - v`` for a list of ``n`` elements. One activation is studied for
an even and for an odd ``n``, with each recursive call at that price. Where the calls and the activation's own together
keep to it, and all parts are shorter and not empty, every activation keeps to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.sequences import at_least_zero
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import Range
from cgr_audit.analysis.domains.polynomials import ONE, Bound, constant, index

__all__ = ["Price", "cost_of_shares"]

_PRICES = ((1, 1), (1, 0), (2, 2), (2, 1), (2, 0), (3, 3), (3, 2), (3, 1), (3, 0))
_SHORTEST = (2, 3)


@dataclass(slots=True)
class Price:
    """What an activation whose list has so many elements is taken to cost, and those that it begins."""

    name: str
    """The parameter that holds the list."""
    length: Bound
    weight: int
    off: int
    is_kept: bool = True
    """Whether all parts are shorter than the list, and not empty."""

    def of(self, length: Bound) -> Bound:
        """The price for a list of a length."""
        return at_least_zero(length * constant(self.weight) - constant(self.off))

    def of_part(self, part: Range | None) -> Bound | None:
        """The price of a recursive call; nothing where its list is not a smaller part."""
        if part is not None and part.low is not None and part.high is not None:
            shorter = self.length - ONE - part.high
            if (part.low - ONE).is_certainly_never_negative and shorter.is_certainly_never_negative:
                return self.of(part.high)
        self.is_kept = False
        return None


def cost_of_shares(
    machine: Machine, starts: dict[str, Range], ends_at: Callable[[Price], list[State] | None]
) -> Bound | None:
    """What the first activation costs with all calls in it; nothing where no price is shown to be kept.

    Args:
        machine: the machine.
        starts: the length of each list that the first activation is given.
        ends_at: studies an activation at a price; gives its ends, or nothing where that is not possible.
    """
    for name, start in starts.items():
        if start.low is None or start.high is None or not (start.low - ONE).is_never_negative:
            continue
        for shortest in _SHORTEST:
            further = index(machine.token(), start.high) * constant(2)
            lengths = [constant(length) for length in range(1, shortest)]
            lengths += [constant(shortest) + further, constant(shortest + 1) + further]
            for weight, off in _PRICES:
                prices = [Price(name, length, weight, off) for length in lengths]
                if all(_is_kept(price, ends_at) for price in prices):
                    return prices[0].of(start.high)
    return None


def _is_kept(price: Price, ends_at: Callable[[Price], list[State] | None]) -> bool:
    ends = ends_at(price)
    if ends is None or not price.is_kept:
        return False
    most = price.of(price.length)
    return all(isinstance(end.cost, Bound) and (most - end.cost).is_certainly_never_negative for end in ends)
