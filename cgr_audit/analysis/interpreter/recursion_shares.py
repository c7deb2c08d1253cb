"""Recursion on the parts of a list: tournaments by halves, and other ways to divide and conquer.

Every activation is taken to cost no more than ``w * n - v`` for a list of ``n`` elements. One activation is run for an
even and for an odd ``n``, with each recursive call at that price. Where the calls and the activation's own together
keep to it, and all parts are shorter and not empty, every activation keeps to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from cgr_audit.analysis.domains.intervals import Interval, at_least_zero
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, Bound, constant, index
from cgr_audit.analysis.interpreter.amortised import POTENTIALS
from cgr_audit.analysis.interpreter.interpreter import Attempt, Interpreter
from cgr_audit.analysis.interpreter.objects import Sequence
from cgr_audit.analysis.interpreter.recursion import Activation, Run
from cgr_audit.analysis.interpreter.state import Place, State
from cgr_audit.analysis.interpreter.trip_counts import measure

__all__ = ["cost_of_shares"]

_SHORTEST = (2, 3)


@dataclass(slots=True)
class _Price:
    """What an activation whose list has so many elements is taken to cost, and those that it begins."""

    place: Place
    length: Bound
    weight: int
    off: int
    is_kept: bool = True
    """Whether all parts are shorter than the list, and not empty."""

    def of(self, length: Bound) -> Bound:
        """The price for a list of a length."""
        return at_least_zero(length * constant(self.weight) - constant(self.off))

    def of_call(self, entry: State) -> Bound:
        """The price of a recursive call that begins in a state."""
        part = entry.heap[self.place]
        held = part.length if isinstance(part, Sequence) else Interval()
        if (
            held.low is None
            or held.high is None
            or not (held.low - ONE).is_certainly_never_negative
            or not (self.length - ONE - held.high).is_certainly_never_negative
        ):
            self.is_kept = False
        return self.of(held.high) if self.is_kept and held.high is not None else ZERO


def cost_of_shares(interp: Interpreter, begun: Activation, head: State, run: Run) -> Bound | None:
    """What the first activation costs with all calls in it; nothing if no price is shown to be kept."""
    for parameter in begun.moving:
        place = (parameter, begun.frame.number)
        start = measure(begun.start, ("size", place))
        if start is None or start.low is None or start.high is None or not (start.low - ONE).is_never_negative:
            continue
        further = index(interp.next_loop(), start.high) * constant(2)
        for shortest in _SHORTEST:
            lengths = [constant(length) for length in range(1, shortest)]
            lengths += [constant(shortest) + further, constant(shortest + 1) + further]
            for weight, off in POTENTIALS:
                prices = [_Price(place, length, weight, off) for length in lengths]
                if all(_is_kept(interp, price, begun, head, run) for price in prices):
                    return prices[0].of(start.high)
    return None


def _is_kept(interp: Interpreter, price: _Price, begun: Activation, head: State, run: Run) -> bool:
    state = head.cost_free()
    held = state.heap[price.place]
    if not isinstance(held, Sequence):
        return False
    state.heap[price.place] = held.with_length(Interval(price.length, price.length))
    begun.calls, begun.charge, interp.recorded = [], price.of_call, []
    interp.attempts = [Attempt(depth=interp.loop_depth)]
    run(state)
    most = price.of(price.length)
    ends = [state, *begun.calls, *interp.recorded]
    return price.is_kept and all(
        isinstance(end.cost, Bound) and (most - end.cost).is_certainly_never_negative for end in ends
    )
