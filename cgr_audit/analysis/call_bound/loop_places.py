"""Where the cells of a loop are: when a round begins, after some rounds, and when the loop is left."""

from __future__ import annotations

from cgr_audit.analysis.call_bound import counters
from cgr_audit.analysis.call_bound.loop_cells import (
    Cell,
    Loop,
    changed_inside,
    each_cell,
    indexless,
    ranges_of,
    thing_changed_inside,
    unmoved,
    untagged,
)
from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.sequences import at_least_zero
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import Range, Tag, Value, join_ranges
from cgr_audit.analysis.domains.polynomials import (
    ZERO,
    Bound,
    constant,
    maximum,
    minimum,
    sum_over,
)

__all__ = ["counted_calls", "placed_entry", "resettled"]


def place_after(loop: Loop, start: Range, tag: Tag, rounds: Bound | None) -> Range:
    """Where a cell can be after at most so many rounds."""
    up = None if tag.high is None else _moved(loop, tag.high, rounds, largest=True)
    down = None if tag.low is None else _moved(loop, tag.low, rounds, largest=False)
    low = None if start.low is None or down is None else start.low + down
    high = None if start.high is None or up is None else start.high + up
    outer = start.tag
    if outer is not None:
        least = None if outer.low is None or down is None else outer.low + down
        most = None if outer.high is None or up is None else outer.high + up
        outer = None if least is None and most is None else Tag(outer.token, outer.cell, least, most)
    return Range(low, high, outer)


def _moved(loop: Loop, each: Bound, rounds: Bound | None, *, largest: bool) -> Bound | None:
    if each == ZERO:
        return ZERO
    positive, negative = each.is_never_negative, (each * constant(-1)).is_never_negative
    if (largest and negative) or (not largest and positive):
        return ZERO
    if rounds is None:
        return None
    if largest and positive:
        return sum_over(loop.at, rounds, each)
    if not largest and negative:
        return sum_over(loop.at, rounds, each * constant(-1)) * constant(-1)
    return None


def placed_entry(loop: Loop, entry: State, back: State) -> State:
    """The state at the beginning of any round, with what the number of rounds says of the cells that move."""
    start, ends = loop.begun, ranges_of(indexless(loop, back), loop.moved)

    def placed(cell: Cell, held: Range) -> Range:
        if cell not in loop.moved or cell not in start:
            return held
        tag = loop.moved[cell]
        end = ends.get(cell, Range())
        if tag is None:
            found = join_ranges(Range(start[cell].low, start[cell].high), Range(end.low, end.high))
        else:
            found = place_after(loop, start[cell], tag, loop.earlier)
            if found.high is None and end.high is not None and start[cell].high is not None:
                found = found._replace(high=maximum(start[cell].high or ZERO, end.high))
            if found.low is None and end.low is not None and start[cell].low is not None:
                found = found._replace(low=minimum(start[cell].low or ZERO, end.low))
        return Range(found.low, found.high, unmoved(loop, cell))

    return each_cell(entry, placed) if loop.moved else entry


def counted_calls(machine: Machine, loop: Loop, end: State) -> Bound | None:
    """How many calls all rounds up to here made, by the counters that the program keeps of them."""
    if not machine.counters:
        return None
    start = loop.begun
    best: Bound | None = None
    for place, slack, counter, held in counters.slacks(indexless(loop, end)):
        cell, own = _cell(place), _cell(slack)
        tag = held.number.tag if held.number is not None else None
        moved = loop.moved.get(own, unmoved(loop, own))
        if counter.number is None or cell not in start or own not in start or moved is None or tag is None:
            continue
        if (tag.token, tag.cell) != (loop.token, own) or tag.low is None or tag.low.holds(loop.at):
            continue
        if moved.low is None or not moved.low.is_never_negative:
            continue
        rise = counters.risen(slack, start[cell], counter.number)
        if rise is not None:
            found = at_least_zero(rise - tag.low)
            best = found if best is None else minimum(best, found)
    return best


def _cell(place: counters.Cell) -> Cell:
    return ("number", place) if isinstance(place[0], int) else place


def resettled(loop: Loop, state: State, rounds: Bound | None) -> State:
    """Say of every cell where it is relative to the loop around this one, no longer to this one."""
    start = loop.begun

    def settled(_: Cell, held: Range) -> Range:
        tag = held.tag
        if tag is None or tag.token != loop.token:
            return held
        origin = start.get(tag.cell)
        if origin is None or origin.tag is None:
            return Range(held.low, held.high)
        whole = loop.moved.get(tag.cell, unmoved(loop, tag.cell))
        if whole is None:
            return Range(held.low, held.high)
        reached = place_after(loop, origin, whole, rounds).tag
        if reached is None:
            return Range(held.low, held.high)
        least = None if reached.low is None or tag.low is None else reached.low + tag.low
        most = None if reached.high is None or tag.high is None else reached.high + tag.high
        least = None if least is None else least.without(loop.at, largest=False)
        most = None if most is None else most.without(loop.at, largest=True)
        if least is None and most is None:
            return Range(held.low, held.high)
        return Range(held.low, held.high, Tag(reached.token, reached.cell, least, most))

    def inner(value: Value) -> Value:
        return untagged(loop, value)

    changed = each_cell(state, settled, loop.tagged)
    for variable, value in changed.variables.items():
        if loop.tagged.variables.get(variable) is value:
            changed.variables[variable] = loop.start.variables[variable]
        elif value.element is not None or value.parts is not None:
            changed.variables[variable] = changed_inside(value, inner)
    for ref, thing in changed.things.items():
        if loop.tagged.things.get(ref) is thing:
            changed.things[ref] = loop.start.things[ref]
        else:
            changed.things[ref] = thing_changed_inside(thing, inner)
    return changed
