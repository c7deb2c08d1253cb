"""How many rounds a loop can run: from how far its cells move, and the tests that they must pass."""

from __future__ import annotations

from fractions import Fraction

from cgr_audit.analysis.call_bound.loop_cells import Loop, ranges
from cgr_audit.analysis.call_bound.sequences import at_least_zero
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import Range, Tag
from cgr_audit.analysis.domains.polynomials import (
    ONE,
    Bound,
    Number,
    constant,
    minimum,
    parts_of,
)

__all__ = ["beyond_hole", "limit_rounds", "rounds_before"]


def limit_rounds(loop: Loop, allowed: Bound | None, back: State) -> None:
    """Find how many rounds the iterable, and each cell that must pass a test, allow."""
    start = loop.begun
    rounds, earlier = allowed, None if allowed is None else allowed - ONE
    for cell, held in ranges(back, loop.entry).items():
        tag = loop.moved.get(cell)
        found = _rounds_until(loop, held)
        if found is None and tag is not None and cell in start:
            found = _rounds_of(start[cell], held, tag)
        if found is not None:
            rounds, earlier = _tighter(rounds, found), _tighter(earlier, found)
    loop.limit(rounds, earlier)


def _rounds_until(loop: Loop, held: Range) -> Bound | None:
    """From a number that counts the rounds, such as that of ``enumerate``, which is at most so much after a round."""
    if held.low is None or held.high is None or not held.low.holds(loop.at):
        return None
    first = held.low - Bound((((loop.at,), 1),))
    if first.holds(loop.at):
        return None
    ends = [end for end in parts_of(is_least=True, bound=held.high) if not end.holds(loop.at)]
    hole = held.hole if held.low == held.high else None
    if hole is not None and not hole.holds(loop.at) and (hole - first).is_certainly_never_negative:
        ends.append(hole - ONE)  # it leaves out no number, so that it has not come there yet
    return at_least_zero(minimum(*ends) - first + ONE) if ends else None


def rounds_before(loop: Loop, left: State) -> Bound | None:
    """How many rounds can be finished before one that is left here: its cells have passed the tests up to here."""
    start = loop.begun
    earlier = loop.earlier
    for cell, held in ranges(left, loop.entry).items():
        moved = loop.moved.get(cell)
        tag = held.tag
        begun = _rounds_until(loop, held)
        if begun is not None:
            earlier = _tighter(earlier, begun - ONE)
        if moved is None or cell not in start or tag is None or (tag.token, tag.cell) != (loop.token, cell):
            continue
        here = Range(
            None if held.low is None or tag.high is None else held.low - tag.high,
            None if held.high is None or tag.low is None else held.high - tag.low,
        )
        found = _rounds_of(start[cell], here, moved)
        if found is not None and not found.holds(loop.at):
            earlier = _tighter(earlier, found)
    return earlier


def _tighter(known: Bound | None, found: Bound) -> Bound:
    return found if known is None else minimum(known, found)


def _rounds_of(start: Range, end: Range, tag: Tag) -> Bound | None:
    """From where it starts, how far it moves in each round, and what it still is at the end of one."""
    end = beyond_hole(start, end, tag)
    rise = None if tag.low is None else tag.low.value
    if rise is not None and rise > 0 and end.high is not None and start.low is not None:
        return at_least_zero(_divided(end.high - start.low, rise))
    fall = None if tag.high is None else tag.high.value
    if fall is not None and fall < 0 and end.low is not None and start.high is not None:
        return at_least_zero(_divided(start.high - end.low, -fall))
    return None


def beyond_hole(start: Range, end: Range, tag: Tag) -> Range:
    """A cell that moves by exactly one towards a number that it never is stays on this side of it."""
    if end.hole is None or tag.low is None or tag.low != tag.high:
        return end
    if tag.low.value == -1 and end.low is None and start.low is not None:
        is_above = (start.low - end.hole - ONE).is_never_negative
        return end._replace(low=end.hole + ONE) if is_above else end
    if tag.low.value == 1 and end.high is None and start.high is not None:
        is_below = (end.hole - start.high - ONE).is_never_negative
        return end._replace(high=end.hole - ONE) if is_below else end
    return end


def _divided(distance: Bound, step: Number) -> Bound:
    if distance.value is not None:
        return constant(int(distance.value // step))
    return distance * constant(Fraction(1) / step)
