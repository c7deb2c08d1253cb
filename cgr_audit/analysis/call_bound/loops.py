"""Loops: how often a body runs, what it makes of the values it changes, and what it costs over all rounds.

A loop is not unrolled unless its rounds are few and known. Its body is run once on a state in which everything that it
changes is unknown, but for how far it moves from the beginning of a round to the end. From that movement and from the
tests that a round must pass to go on comes the number of rounds; from both, what each value can be when a round begins;
and the body is run again on that.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from cgr_audit.analysis.call_bound import counters
from cgr_audit.analysis.call_bound.bound_algebra import (
    ONE,
    ZERO,
    Bound,
    Index,
    Number,
    constant,
    least_parts,
    maximum,
    minimum,
    sum_over,
)
from cgr_audit.analysis.call_bound.cost import Cost, Endless, Reason, ReasonKind, add, larger, repeated, without_index
from cgr_audit.analysis.call_bound.machine import Machine, Sink, TooLarge
from cgr_audit.analysis.call_bound.sequences import at_least_zero
from cgr_audit.analysis.call_bound.state import State, join_states, join_things, map_thing, map_value
from cgr_audit.analysis.call_bound.values import Range, Ref, Tag, Thing, Value, join, join_ranges

__all__ = ["Body", "Round", "beyond_hole", "run_loop", "run_rounds"]

Cell = Hashable
_PASSES = 12
_ANY_ROUND = constant(10**12)
"""The last round of a loop that nothing bounds: more than any run makes."""


@dataclass(frozen=True, slots=True)
class Round:
    """Which round of a loop runs."""

    index: Bound
    """How many rounds are done."""


Body = Callable[[State, Round], State | None]
"""Runs one round: from its beginning to where the next may begin. Breaks go to the machine's sink."""


@dataclass(slots=True)
class _Loop:
    """What is known of one loop while it is analysed."""

    start: State
    token: int
    rounds: Bound | None
    """How many rounds can be finished."""
    earlier: Bound | None
    """How many can be finished before one that is begun; -1 where none can begin."""
    at: Index = field(init=False)
    begun: dict[Cell, Range] = field(init=False)
    """The range of every cell before the loop."""
    tagged: State = field(init=False)
    """The state before the loop, in which every cell is known to be where it is when a round begins."""
    entry: State = field(default_factory=State)
    """The state in which the last round that was run began."""
    moved: dict[Cell, Tag | None] = field(default_factory=dict)
    """The cells that a round changes, with how far, where that is known."""

    def __post_init__(self) -> None:
        self.limit(self.rounds, self.earlier)
        self.begun = _ranges(self.start)
        self.tagged = _each_cell(self.start, lambda cell, held: Range(held.low, held.high, _still(self, cell)))

    def limit(self, rounds: Bound | None, earlier: Bound | None) -> None:
        """Set what is known of the number of rounds."""
        self.rounds, self.earlier = rounds, earlier
        self.at = Index(self.token, _ANY_ROUND if earlier is None else earlier)


def run_rounds(machine: Machine, state: State, count: int, body: Callable[[State, int], State | None]) -> State | None:
    """Run a known, small number of rounds one after the other; ``break`` joins what is left over."""
    outer, machine.sink = machine.sink, Sink()
    current: State | None = state
    broken: State | None = None
    for number in range(count):
        if current is None:
            break
        machine.sink.continues = None
        current = join_states(body(current, number), machine.sink.continues)
        broken = join_states(broken, machine.sink.breaks)
        machine.sink.breaks = None
    inner, machine.sink = machine.sink, outer
    outer.take(inner)
    outer.breaks = join_states(outer.breaks, broken)
    return current


def run_loop(
    machine: Machine,
    state: State,
    node: ast.AST,
    rounds: Bound | None,
    body: Body,
    *,
    at_least_one: bool = False,
    source: frozenset[Ref] = frozenset(),
    together: Callable[[State], Bound | None] | None = None,
) -> State | None:
    """Run a loop; gives the state in which its iterable is used up.

    Args:
        machine: the machine; breaks, and the states in which a ``while`` test fails, are left in its sink.
        state: before the loop.
        node: the loop, for the reason why there is no bound.
        rounds: the largest number of rounds that its iterable allows, or none; counters may show a smaller one.
        body: one round. For a ``while`` loop it begins with the test.
        at_least_one: whether the first round certainly takes place.
        source: what is iterated over; where the body makes it longer, ``rounds`` says nothing.
        together: what all rounds cost together, from any state in which one begins; asked where nothing bounds them.
    """
    loop = _Loop(state, machine.token(), rounds, None if rounds is None else rounds - ONE)
    seen = len(machine.sites_seen)
    entry, back, sink = _discover(machine, loop, loop.tagged, body)
    if back is not None:
        allowed = None if any(_grows(loop, ref) for ref in source) else rounds
        for _ in range(3):
            before, at = (loop.rounds, dict(loop.moved)), loop.at
            _limit_rounds(loop, allowed, back)
            placed = _entry(loop, entry, back)
            if placed is entry and loop.at == at:
                break
            entry = placed
            back, sink = _pass(machine, loop, entry, body)
            if back is None:
                break
            loop.moved.update(_movements(loop, entry, back))
            if (loop.rounds, loop.moved) == before:
                break
        if back is not None and machine.limits:
            entry, back, sink = _within_limits(machine, loop, entry, back, sink, body)
    site = machine.sites_seen[seen] if len(machine.sites_seen) > seen else None
    reason = Reason(ReasonKind.UNBOUNDED_LOOP, node, "nothing bounds how often this loop runs", site)
    total = None
    if together is not None and back is not None and loop.rounds is None and back.cost != ZERO:
        total = together(entry)
    return _leave(machine, loop, reason, back, sink, at_least_one, total)


def _within_limits(
    machine: Machine, loop: _Loop, entry: State, back: State, sink: Sink, body: Body
) -> tuple[State, State | None, Sink]:
    """Try what the counters are compared with as their limits; kept where a round from below ends below."""
    start = loop.begun
    for cell, limits in machine.limits.items():
        tag, held = loop.moved.get(cell), _ranges(entry).get(cell)
        if tag is None or held is None or cell not in start:
            continue
        up = _is_open(held.high) and tag.low is not None and tag.low.is_never_negative and start[cell].high is not None
        down = _is_open(held.low) and tag.high is not None and (tag.high * constant(-1)).is_never_negative
        if not up and not (down and start[cell].low is not None):
            continue
        for limit in sorted(limits, key=lambda bound: bound.key):
            tried = _each_cell(entry, lambda at, value: _capped(value, start[cell], limit, up) if at == cell else value)  # noqa: B023
            ended, left = _pass(machine, loop, tried, body)
            if ended is None:
                break
            reached, allowed = _ranges(ended).get(cell, Range()), _ranges(tried)[cell]
            if _is_within(reached, allowed, up):
                entry, back, sink = tried, ended, left
                loop.moved.update(_movements(loop, tried, ended))
                break
    return entry, back, sink


def _is_open(end: Bound | None) -> bool:
    return end is None or end.value is None


def _capped(held: Range, start: Range, limit: Bound, up: bool) -> Range:
    if up:
        return held._replace(high=maximum(start.high or ZERO, limit))
    return held._replace(low=minimum(start.low or ZERO, limit))


def _is_within(reached: Range, allowed: Range, up: bool) -> bool:
    if up:
        return reached.high is not None and allowed.high is not None and (allowed.high - reached.high).is_never_negative
    return reached.low is not None and allowed.low is not None and (reached.low - allowed.low).is_never_negative


def _grows(loop: _Loop, ref: Ref) -> bool:
    tag = loop.moved.get(("size", ref), _still(loop, ref))
    return tag is None or tag.high is None or not (tag.high * constant(-1)).is_never_negative


def _pass(machine: Machine, loop: _Loop, entry: State, body: Body) -> tuple[State | None, Sink]:
    """Run the body once. What leaves it is kept aside."""
    machine.step(2 * (len(entry.variables) + len(entry.things)))
    loop.entry = entry
    outer, machine.sink = machine.sink, Sink()
    state = entry.copy()
    state.cost = ZERO
    state.has_yielded = False
    back = join_states(body(state, Round(Bound((((loop.at,), 1),)))), machine.sink.continues)
    inner, machine.sink = machine.sink, outer
    return back, inner


def _discover(machine: Machine, loop: _Loop, entry: State, body: Body) -> tuple[State, State | None, Sink]:
    """Find what a round changes, until running on everything changed being unknown changes nothing more."""
    for attempt in range(_PASSES):
        back, sink = _pass(machine, loop, entry, body)
        if back is None:
            return entry, None, sink
        movements = _movements(loop, entry, back)
        known = {cell: movements.get(cell, _still(loop, cell)) for cell in {**loop.moved, **movements}}
        merged = _merged(loop, entry, back, known, lose=attempt > 0)
        settled = set(known) == set(loop.moved) and _same(merged, entry)
        loop.moved = known
        if settled:
            return entry, back, sink
        entry = merged
    raise TooLarge


def _still(loop: _Loop, cell: Cell) -> Tag:
    return Tag(loop.token, cell, ZERO, ZERO)


# Cells: every number, size and numeric field of a state


def _each_cell(state: State, change: Callable[[Cell, Range], Range], known: State | None = None) -> State:
    """A state with every cell's range changed; only of what is not as in another state, where one is given."""
    changed = state.copy()
    for variable, value in state.variables.items():
        if value.number is None and value.size is None:
            continue
        if known is not None and known.variables.get(variable) is value:
            continue
        if value.number is not None:
            held = change(("number", variable), value.number)
            if held is not value.number:
                changed.variables[variable] = value = value._replace(number=held)  # noqa: PLW2901
        if value.size is not None:
            held = change(("size", variable), value.size)
            if held is not value.size:
                changed.variables[variable] = value._replace(size=held)
    for ref, thing in state.things.items():
        if known is None or known.things.get(ref) is not thing:
            changed.things[ref] = _with_cells(ref, thing, change)
    return changed


def _with_cells(ref: Ref, thing: Thing, change: Callable[[Cell, Range], Range]) -> Thing:
    size = change(("size", ref), thing.size)
    if size is not thing.size:
        thing = thing._replace(size=size)
    if not thing.fields:
        return thing
    fields = {
        name: value._replace(number=change((ref, name), value.number))
        for name, value in thing.fields.items()
        if value.number is not None
    }
    return thing._replace(fields={**thing.fields, **fields}) if fields else thing


def _ranges_of(state: State, cells: Iterable[Cell]) -> dict[Cell, Range]:
    """The ranges of some cells, as far as a state has them."""
    found: dict[Cell, Range] = {}
    for cell in cells:
        held: Range | None = None
        if not isinstance(cell, tuple):
            continue
        if isinstance(cell[0], Ref):
            thing = state.things.get(cell[0])
            value = None if thing is None or thing.fields is None else thing.fields.get(cell[1])
            held = None if value is None else value.number
        elif isinstance(cell[1], Ref):
            held = state.things[cell[1]].size if cell[1] in state.things else None
        elif cell[1] in state.variables:
            value = state.variables[cell[1]]
            held = value.number if cell[0] == "number" else value.size
        if held is not None:
            found[cell] = held
    return found


def _ranges(state: State, known: State | None = None) -> dict[Cell, Range]:
    """Every cell's range; of those only that are no longer what they are in another state, where one is given."""
    found: dict[Cell, Range] = {}
    for variable, value in state.variables.items():
        if known is not None and known.variables.get(variable) is value:
            continue
        if value.number is not None:
            found["number", variable] = value.number
        if value.size is not None:
            found["size", variable] = value.size
    for ref, thing in state.things.items():
        if known is not None and known.things.get(ref) is thing:
            continue
        found["size", ref] = thing.size
        for name, value in (thing.fields or {}).items():
            if value.number is not None:
                found[ref, name] = value.number
    return found


def _movements(loop: _Loop, entry: State, back: State) -> dict[Cell, Tag | None]:
    """The cells that are not what they were when the round began, and by how much they moved."""
    before = _ranges(entry, back)
    moved: dict[Cell, Tag | None] = {}
    for cell, held in _ranges(back, entry).items():
        if cell in before and held != before[cell]:
            tag = held.tag
            if tag is None or (tag.token, tag.cell) != (loop.token, cell):
                moved[cell] = None
            elif not tag.low == tag.high == ZERO:  # else it was only compared with something
                moved[cell] = tag
    return moved


def _merged(loop: _Loop, entry: State, back: State, moved: dict[Cell, Tag | None], *, lose: bool) -> State:
    """The state at the beginning of any round, with the numbers that change left open."""
    both = _joined(loop, entry, back)
    if lose:
        _loosen_inside(both, entry)
    before = _ranges(entry, both)

    def opened(cell: Cell, held: Range) -> Range:
        if cell not in before:
            return Range(held.low, held.high) if not lose else Range()
        if cell in moved:
            is_size = isinstance(cell, tuple) and cell[0] == "size"
            return Range(ZERO if is_size else None, None, _still(loop, cell))
        return before[cell]

    return _each_cell(both, opened, entry)


def _loosen_inside(both: State, entry: State) -> None:
    """Give up the numbers inside containers that are still changing: they are not followed from round to round."""
    for variable, value in both.variables.items():
        old = entry.variables.get(variable)
        if old is not None and old is not value and (old.element, old.parts) != (value.element, value.parts):
            both.variables[variable] = _inside(value, _loosened)
    for ref, thing in both.things.items():
        held = entry.things.get(ref)
        if held is not None and held is not thing and held != thing:
            both.things[ref] = _thing_inside(thing, _loosened)


def _loosened(value: Value) -> Value:
    number = None if value.number is None else Range()
    size = None if value.size is None else Range(ZERO, None)
    return value._replace(number=number, size=size)


def _joined(loop: _Loop, entry: State, back: State) -> State:
    """Either of two states; what the round's end knows only relative to its beginning, or to its index, is dropped."""
    cleaned = _without_index(loop, back)
    both = State()
    both.variables = dict(entry.variables)
    for variable, value in cleaned.variables.items():
        old = entry.variables.get(variable)
        if value is not old:
            free = map_value(value, lambda held: _untagged(loop, held))
            both.variables[variable] = free if old is None else join(old, free)
    both.things = dict(entry.things)
    for ref, thing in cleaned.things.items():
        held = entry.things.get(ref)
        if thing is not held:
            loose = map_thing(thing, lambda held: _untagged(loop, held))
            both.things[ref] = loose if held is None else join_things(held, loose)
    return both


def _untagged(loop: _Loop, value: Value) -> Value:
    if value.number is not None and value.number.tag is not None and value.number.tag.token == loop.token:
        value = value._replace(number=Range(value.number.low, value.number.high))
    if value.size is not None and value.size.tag is not None and value.size.tag.token == loop.token:
        value = value._replace(size=Range(value.size.low, value.size.high))
    return value


def _without_index(loop: _Loop, state: State) -> State:
    """A state that no longer mentions the loop's index."""

    def free(held: Range) -> Range:
        low = None if held.low is None else held.low.without(loop.at, largest=False)
        high = None if held.high is None else held.high.without(loop.at, largest=True)
        if loop.earlier is None and held.high is not None and held.high.holds(loop.at):
            high = None
        return Range(low, high, held.tag)

    def cleaned(value: Value) -> Value:
        if value.number is not None and _mentions(value.number, loop.at):
            value = value._replace(number=free(value.number))
        if value.size is not None and _mentions(value.size, loop.at):
            value = value._replace(size=free(value.size))
        return value

    changed = state.copy()
    for variable, value in state.variables.items():
        if loop.entry.variables.get(variable) is not value:
            changed.variables[variable] = map_value(value, cleaned)
    for ref, thing in state.things.items():
        if loop.entry.things.get(ref) is thing:
            continue
        changed.things[ref] = map_thing(thing, cleaned)
        if _mentions(thing.size, loop.at):
            changed.things[ref] = changed.things[ref]._replace(size=free(thing.size))
    changed.cost = without_index(state.cost, loop.at)
    return changed


def _mentions(held: Range, at: Index) -> bool:
    return any(bound is not None and bound.holds(at) for bound in (held.low, held.high))


def _same(one: State, other: State) -> bool:
    return one.variables == other.variables and one.things == other.things


# How many rounds


def _limit_rounds(loop: _Loop, allowed: Bound | None, back: State) -> None:
    """Find how many rounds the iterable, and each cell that must pass a test, allow."""
    start = loop.begun
    rounds, earlier = allowed, None if allowed is None else allowed - ONE
    for cell, held in _ranges(back, loop.entry).items():
        tag = loop.moved.get(cell)
        found = _rounds_until(loop, held)
        if found is None and tag is not None and cell in start:
            found = _rounds_of(start[cell], held, tag)
        if found is not None:
            rounds, earlier = _tighter(rounds, found), _tighter(earlier, found)
    loop.limit(rounds, earlier)


def _rounds_until(loop: _Loop, held: Range) -> Bound | None:
    """From a number that counts the rounds, such as that of ``enumerate``, which is at most so much after a round."""
    if held.low is None or held.high is None or not held.low.holds(loop.at):
        return None
    first = held.low - Bound((((loop.at,), 1),))
    if first.holds(loop.at):
        return None
    ends = [end for end in least_parts(held.high) if not end.holds(loop.at)]
    hole = held.hole if held.low == held.high else None
    if hole is not None and not hole.holds(loop.at) and (hole - first).is_certainly_never_negative:
        ends.append(hole - ONE)  # it leaves out no number, so that it has not come there yet
    return at_least_zero(minimum(*ends) - first + ONE) if ends else None


def _before_leaving(loop: _Loop, left: State) -> Bound | None:
    """How many rounds can be finished before one that is left here: its cells have passed the tests up to here."""
    start = loop.begun
    earlier = loop.earlier
    for cell, held in _ranges(left, loop.entry).items():
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


# The state when a round begins, and when the loop is left


def _after(loop: _Loop, start: Range, tag: Tag, rounds: Bound | None) -> Range:
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


def _moved(loop: _Loop, each: Bound, rounds: Bound | None, *, largest: bool) -> Bound | None:
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


def _entry(loop: _Loop, entry: State, back: State) -> State:
    """The state at the beginning of any round, with what the number of rounds says of the cells that move."""
    start, ends = loop.begun, _ranges_of(_without_index(loop, back), loop.moved)

    def placed(cell: Cell, held: Range) -> Range:
        if cell not in loop.moved or cell not in start:
            return held
        tag = loop.moved[cell]
        end = ends.get(cell, Range())
        if tag is None:
            found = join_ranges(Range(start[cell].low, start[cell].high), Range(end.low, end.high))
        else:
            found = _after(loop, start[cell], tag, loop.earlier)
            if found.high is None and end.high is not None and start[cell].high is not None:
                found = found._replace(high=maximum(start[cell].high or ZERO, end.high))
            if found.low is None and end.low is not None and start[cell].low is not None:
                found = found._replace(low=minimum(start[cell].low or ZERO, end.low))
        return Range(found.low, found.high, _still(loop, cell))

    return _each_cell(entry, placed) if loop.moved else entry


def _leave(
    machine: Machine,
    loop: _Loop,
    reason: Reason,
    back: State | None,
    sink: Sink,
    at_least_one: bool,
    total: Bound | None,
) -> State | None:
    """Count all rounds, and let out what leaves the loop."""
    before = loop.start.cost
    each = ZERO if back is None else back.cost
    if (each != ZERO and loop.rounds is not None and loop.rounds.grows) or (total is not None and total.grows):
        machine.growing.append(reason.node)
    earlier = ZERO if back is None else loop.earlier

    def after(rounds: Bound | None, last: Cost, within: Bound | None) -> Cost:
        """What was called before the loop, in so many rounds and in the last; or since a generator's last element."""
        if total is not None:
            return add(before, total)
        if back is not None and back.has_yielded:
            return add(larger(before, without_index(each, loop.at)), last)
        whole = add(repeated(each, rounds, loop.at, reason), last)
        if within is not None and isinstance(each, Bound) and isinstance(last, Bound):
            whole = counters.tighter(whole, within)
        return add(before, whole)

    def outside(state: State | None) -> State | None:
        if state is None:
            return None
        rounds = ZERO if back is None else _before_leaving(loop, state)
        left = _resettled(loop, _without_index(loop, state), earlier)
        if loop.earlier is None and isinstance(state.cost, Bound) and state.cost.holds(loop.at):
            left.cost = Endless(frozenset({reason}))
        if state.has_yielded:
            return left
        left.has_yielded = loop.start.has_yielded
        left.cost = after(rounds, left.cost, _counted(machine, loop, state))
        return left

    machine.sink.returns += [(state, value) for left, value in sink.returns if (state := outside(left)) is not None]
    machine.sink.raised = join_states(machine.sink.raised, outside(sink.raised))
    machine.sink.breaks = join_states(machine.sink.breaks, outside(sink.breaks))
    machine.sink.exhausted = join_states(machine.sink.exhausted, outside(sink.exhausted))
    machine.sink.endless = join_states(machine.sink.endless, outside(sink.endless))
    if back is not None and loop.rounds is None:
        stuck = loop.start.copy()
        stuck.cost = after(None, ZERO, _counted(machine, loop, back))
        machine.sink.endless = join_states(machine.sink.endless, stuck)
    if back is None:
        return None if at_least_one else loop.start.copy()
    over = _resettled(loop, _without_index(loop, back), earlier)
    if not at_least_one:
        skipped = loop.start.copy()
        skipped.cost = ZERO
        over = join_states(over, skipped) or over
    over.cost = after(loop.rounds, ZERO, _counted(machine, loop, back))
    over.has_yielded = loop.start.has_yielded
    return over


def _counted(machine: Machine, loop: _Loop, end: State) -> Bound | None:
    """How many calls all rounds up to here made, by the counters that the program keeps of them."""
    if not machine.counters:
        return None
    start = loop.begun
    best: Bound | None = None
    for place, slack, counter, held in counters.slacks(_without_index(loop, end)):
        cell, own = _cell(place), _cell(slack)
        tag = held.number.tag if held.number is not None else None
        moved = loop.moved.get(own, _still(loop, own))
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


def _resettled(loop: _Loop, state: State, rounds: Bound | None) -> State:
    """Say of every cell where it is relative to the loop around this one, no longer to this one."""
    start = loop.begun

    def settled(_: Cell, held: Range) -> Range:
        tag = held.tag
        if tag is None or tag.token != loop.token:
            return held
        origin = start.get(tag.cell)
        if origin is None or origin.tag is None:
            return Range(held.low, held.high)
        whole = loop.moved.get(tag.cell, _still(loop, tag.cell))
        if whole is None:
            return Range(held.low, held.high)
        reached = _after(loop, origin, whole, rounds).tag
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
        return _untagged(loop, value)

    changed = _each_cell(state, settled, loop.tagged)
    for variable, value in changed.variables.items():
        if loop.tagged.variables.get(variable) is value:
            changed.variables[variable] = loop.start.variables[variable]
        elif value.element is not None or value.parts is not None:
            changed.variables[variable] = _inside(value, inner)
    for ref, thing in changed.things.items():
        if loop.tagged.things.get(ref) is thing:
            changed.things[ref] = loop.start.things[ref]
        else:
            changed.things[ref] = _thing_inside(thing, inner)
    return changed


def _inside(value: Value, change: Callable[[Value], Value]) -> Value:
    element = None if value.element is None else map_value(value.element, change)
    parts = None if value.parts is None else tuple(map_value(part, change) for part in value.parts)
    return value._replace(element=element, parts=parts)


def _thing_inside(thing: Thing, change: Callable[[Value], Value]) -> Thing:
    if thing.fields is None:
        return map_thing(thing, change)
    return map_thing(thing._replace(fields=None), change)._replace(fields=thing.fields)
