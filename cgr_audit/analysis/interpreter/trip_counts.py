"""How many iterations a loop runs: ranking functions, read from the states at its head and at its back edge.

Every integer and every container size that an iteration changes is a *cell*. At the head a changed cell is given an
:class:`~cgr_audit.analysis.domains.intervals.Offset` of zero to itself; at the back edge its offset is how far one
iteration moves it. A cell that moves by at least one towards an end that every iteration stays within ranks the loop
(Podelski and Rybalchenko, 2004, for affine ranking functions of one variable).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import Any

from cgr_audit.analysis.domains.cost import Cost, Endless, Reason, add, repeated, without_index
from cgr_audit.analysis.domains.intervals import ANY_NUMBER, Interval, Offset, at_least_zero, join_intervals, reached
from cgr_audit.analysis.domains.polynomials import (
    ONE,
    ZERO,
    Bound,
    Index,
    Number,
    constant,
    maximum,
    minimum,
    parts_of,
    sum_over,
)
from cgr_audit.analysis.interpreter.objects import HeapObject, Instance, Mapped, Sequence, map_values, replace
from cgr_audit.analysis.interpreter.state import Place, State
from cgr_audit.analysis.interpreter.values import AbstractValue, Value, interval_of, with_interval

__all__ = ["ANY_ITERATION", "LoopCells", "NumericCell"]

NumericCell = tuple[Hashable, ...]
"""A number that a variable or an object holds, or the size of one."""

ANY_ITERATION = constant(10**12)
"""The last iteration of a loop that nothing bounds: more than any run makes."""


def _size_of(value: Value) -> Interval | None:
    found: Interval | None = None
    for item in value.values():
        if item.size is None:
            return None
        found = item.size if found is None else join_intervals(found, item.size)
    return found


def _with_size(value: Value, size: Interval) -> Value:
    return {key: item.measured(item.number, size) for key, item in value.items()}


def measures(state: State, known: State | None = None) -> Iterator[tuple[NumericCell, Interval]]:
    """Every cell with its interval; of those only that another state holds differently, where one is given."""
    for variable, value in state.cells.items():
        if known is not None and known.cells.get(variable) is value:
            continue
        held = interval_of(value)
        if held is not None:
            yield ("number", variable), held
        size = _size_of(value) if value else None
        if size is not None:
            yield ("size", variable), size
    for place, found in state.heap.items():
        if known is not None and known.heap.get(place) is found:
            continue
        if not isinstance(found, Instance):
            yield ("size", place), found.length
        for name, value in _fields(found):
            held = interval_of(value)
            if held is not None:
                yield (place, name), held


def measure(state: State, cell: NumericCell) -> Interval | None:
    """The interval of one cell; nothing if the state has no such number or size."""
    first: Any
    second: Any
    first, second = cell
    if first == "number":
        value = state.cells.get(second)
        return interval_of(value) if value else None
    if first == "size":
        if isinstance(second[0], int):
            value = state.cells.get(second)
            return _size_of(value) if value else None
        found = state.heap.get(second)
        return None if found is None or isinstance(found, Instance) else found.length
    held = state.heap.get(first)
    if held is None or isinstance(held, Sequence):
        return None
    value = (held.attributes if isinstance(held, Instance) else held.entries).get(second)
    return interval_of(value) if value else None


def _fields(found: HeapObject) -> Iterator[tuple[Hashable, Value]]:
    if isinstance(found, Instance):
        yield from found.attributes.items()
    elif isinstance(found, Mapped):
        yield from found.entries.items()


def changed_measures(state: State, change: Callable[[NumericCell, Interval], Interval], known: State) -> None:
    """Change in place the intervals of the cells that another state holds differently."""
    for variable, value in state.cells.items():
        if known.cells.get(variable) is value:
            continue
        held, size = interval_of(value), _size_of(value) if value else None
        if held is not None and (new := change(("number", variable), held)) != held:
            value = with_interval(value, new)  # noqa: PLW2901
            state.cells[variable] = value
        if size is not None and (new := change(("size", variable), size)) != size:
            state.cells[variable] = _with_size(value, new)
    for place, found in state.heap.items():
        if known.heap.get(place) is not found:
            state.heap[place] = _changed_object(place, found, change)


def _changed_object(place: Place, found: HeapObject, change: Callable[[NumericCell, Interval], Interval]) -> HeapObject:
    if not isinstance(found, Instance) and not (isinstance(found, Sequence) and found.items is not None):
        held = found.length
        new = change(("size", place), held)
        if new != held:
            found = found.with_length(new)
    fields: dict[Hashable, Value] = {}
    for name, value in _fields(found):
        inner = interval_of(value)
        if inner is not None and (new := change((place, name), inner)) != inner:
            fields[name] = with_interval(value, new)
    if not fields:
        return found
    if isinstance(found, Instance):
        return replace(found, attributes={**found.attributes, **fields})
    assert isinstance(found, Mapped)
    return replace(found, entries={**found.entries, **fields})


@dataclass(slots=True)
class LoopCells:
    """What is known of one loop while it is analysed."""

    start: State
    token: int
    size: Bound | None
    """How many iterations the iterable allows."""
    rounds: Bound | None = None
    """How many can be completed."""
    earlier: Bound | None = None
    """How many can be completed before one that begins."""
    at: Index = field(init=False)
    head: State = field(init=False)
    moved: dict[NumericCell, Offset | None] = field(default_factory=dict)
    """The cells that an iteration changes, with how far, where that is known."""
    begun: Mapping[NumericCell, Interval] = field(default_factory=dict)
    """The cells that the test of the loop narrows, as an iteration begins with them."""
    positive: Set[NumericCell] = frozenset()
    """Those that are taken to be at least 1 in every iteration."""
    has_grown: bool = False
    """Whether an iteration may make the iterable longer."""
    below: tuple[tuple[NumericCell, NumericCell, int], ...] = ()
    """Pairs of cells of which the first is below the second, by at least so much, in every iteration that begins."""

    def take_positive(self) -> None:
        """Take whatever is at least 1 before the first iteration to be so before any."""
        self.positive = {cell for cell, held in measures(self.start) if _is_positive(held)}

    def __post_init__(self) -> None:
        self.head = self.start
        self._limit(self.size, None if self.size is None else self.size - ONE)
        self._index()

    @property
    def index(self) -> Bound:
        """How many iterations are done, as a symbol."""
        return Bound((((self.at,), 1),))

    def _limit(self, rounds: Bound | None, earlier: Bound | None) -> None:
        self.rounds, self.earlier = rounds, earlier

    def _index(self) -> None:
        """Rename the index, by how many iterations there can be before one."""
        self.at = Index(self.token, ANY_ITERATION if self.earlier is None else self.earlier)

    def unmoved(self, cell: NumericCell) -> Offset:
        """Where a cell is that no iteration has moved."""
        return Offset(self.token, cell, ZERO, ZERO)

    def opened(self, head: State, following: State) -> State:
        """The state at the head of any iteration, its changed cells open but for their offset to themselves."""
        self.clean(following, head)
        before = dict(measures(head, following))

        def change(cell: NumericCell, held: Interval) -> Interval:
            mine = before.get(cell)
            is_open = mine is not None and mine.offset is not None and mine.offset.loop == self.token
            if mine == held and not is_open:
                return held
            low = ONE if cell in self.positive else ZERO if isinstance(cell, tuple) and cell[0] == "size" else None
            return Interval(low, None, self.unmoved(cell))

        changed_measures(following, change, head)
        return following

    def keep_positive(self, backs: Iterable[State]) -> None:
        """Take for at least 1 only what every one of some states at the back edge leaves so."""
        for back in backs:
            self.positive &= {cell for cell, held in measures(back) if _is_positive(held)}

    def begin(self, head: State, begun: State) -> None:
        """An iteration begins in a state, after the test of the loop."""
        self.begun = dict(measures(begun, head))

    def read(self, head: State, back: State) -> None:
        """Read from head and back edge how far each cell moves, and how many iterations that allows."""
        before = dict(measures(head, back))
        moved: dict[NumericCell, Offset | None] = {}
        ends = dict(measures(back, head))
        for cell, held in ends.items():
            if cell in before and held != before[cell]:
                offset = held.offset
                if offset is None or (offset.loop, offset.cell) != (self.token, cell):
                    moved[cell] = None
                elif not offset.low == offset.high == ZERO:
                    moved[cell] = offset
        for cell, held in measures(head, self.start):
            if held.offset is not None and held.offset.loop == self.token and cell not in moved:
                moved[cell] = self.unmoved(cell) if cell not in ends or ends[cell].offset is not None else None
        known, self.moved = self.moved, moved
        self.head = head
        rounds, earlier = self.size, None if self.size is None else self.size - ONE
        for cell, held in ends.items():
            found = self._until(held)
            offset = moved.get(cell)
            if found is None and offset is not None and (start := measure(self.start, cell)) is not None:
                end = self._without_index(held)
                if offset.low != offset.high:
                    end = self._moved_least(cell, end, offset)
                found = _iterations(start, end, offset)
            if found is None:
                found = self._by_copy(cell, held, moved)
            if found is not None:
                rounds, earlier = _tighter(rounds, found), _tighter(earlier, found)
        for low, high, gap in self.below:
            met = self._until_they_meet(low, high, gap)
            if met is not None:
                rounds, earlier = _tighter(rounds, met), _tighter(earlier, met)
        if rounds is None and self.rounds is not None and self.size is None:
            self.moved = known  # what an earlier reading told holds good
            return
        self._limit(rounds, earlier)

    def _moved_least(self, cell: NumericCell, end: Interval, offset: Offset) -> Interval:
        """Where a cell is at the back edge that has moved the least of all paths since the test of the loop."""
        begun = self._without_index(self.begun.get(cell, ANY_NUMBER))
        if begun.offset != self.unmoved(cell):
            return end
        low = None if begun.low is None or offset.high is None else begun.low + offset.high
        high = None if begun.high is None or offset.low is None else begun.high + offset.low
        return end._replace(low=end.low if low is None else low, high=end.high if high is None else high)

    def forget_size(self) -> None:
        """An iteration makes the iterable longer: how many elements it had says nothing."""
        self.has_grown = True
        if self.size is not None:
            self.size = None
            self._limit(None, None)

    def _until_they_meet(self, low: NumericCell, high: NumericCell, gap: int) -> Bound | None:
        """How many iterations there are until one cell, below another, no longer is: their difference ranks."""
        if None in (measure(self.head, low), measure(self.head, high)):
            return None  # an iteration leaves what may be no integer
        first, second = measure(self.start, low), measure(self.start, high)
        up, down = (self.moved.get(cell, self.unmoved(cell)) for cell in (low, high))
        if first is None or second is None or up is None or down is None or up.low is None or down.high is None:
            return None
        closing = (up.low - down.high).value
        distance = (second - first).high
        if closing is None or closing <= 0 or distance is None or distance.holds(self.at):
            return None
        return at_least_zero(_divided(distance + constant(closing) - constant(gap), closing))

    def _by_copy(self, cell: NumericCell, held: Interval, moved: Mapping[NumericCell, Offset | None]) -> Bound | None:
        """How many iterations a cell allows that was copied from another one in each, and passed the tests since."""
        copied = held.offset
        if copied is None or copied.loop != self.token or copied.cell == cell:
            return None
        by = moved.get(copied.cell)
        if by is None or None in (copied.low, copied.high, by.low, by.high):
            return None
        held = self._without_index(held)
        since = Interval(by.low, by.high) - Interval(copied.low, copied.high)
        end = Interval(held.low, held.high) + since
        start = measure(self.start, copied.cell)
        return None if start is None else _iterations(start, end, by)

    def grows(self, place: Place, head: State, back: State) -> bool:
        """Whether an iteration may make an object longer."""
        now, before = back.heap.get(place), head.heap.get(place)
        if now is before or now is None or before is None:
            return False
        if isinstance(now, Instance) or isinstance(before, Instance):
            return True
        first, most = self.start.heap.get(place), before.length.high
        if isinstance(first, Sequence) and most is not None and first.length.high == most and not most.holds(self.at):
            return False  # never longer than it may have been at first
        held = now.length
        if held.offset is not None and (held.offset.loop, held.offset.cell) == (self.token, ("size", place)):
            return held.offset.high is None or not (held.offset.high * constant(-1)).is_never_negative
        start = before.length
        return held.high is None or start.low is None or not (start.low - held.high).is_certainly_never_negative

    def _without_index(self, held: Interval) -> Interval:
        """The same interval with ends that hold in every iteration."""
        low, high = held.low, held.high
        if high is not None and high.holds(self.at):
            ends = [end for end in parts_of(high, is_least=True) if not end.holds(self.at)]
            high = minimum(*ends) if ends else None
        if low is not None and low.holds(self.at):
            ends = [end for end in parts_of(low, is_least=False) if not end.holds(self.at)]
            low = maximum(*ends) if ends else None  # what only goes by the index says nothing of how often it goes
        return held._replace(low=low, high=high)

    def _until(self, held: Interval) -> Bound | None:
        """From a number that counts iterations, and is at most so much at the back edge."""
        if held.low is None or held.high is None or not held.low.holds(self.at):
            return None
        first = held.low - self.index
        if first.holds(self.at):
            return None
        ends = [end for end in parts_of(held.high, is_least=True) if not end.holds(self.at)]
        hole = held.hole if held.low == held.high else None
        if hole is not None and not hole.holds(self.at) and (hole - first).is_certainly_never_negative:
            ends.append(hole - ONE)
        return at_least_zero(minimum(*ends) - first + ONE) if ends else None

    def placed(self, head: State, back: State) -> State:
        """The state at the head of any iteration, with what the trip count says of the cells that move."""
        cleaned = back.copy()
        self.clean(cleaned, head)
        self._index()
        ends = dict(measures(cleaned, head))
        placed = head.copy()

        def change(cell: NumericCell, held: Interval) -> Interval:
            start = measure(self.start, cell) if cell in self.moved else None
            if start is None:
                is_new = cell[0] == "size" and cell[1] in head.heap and cell[1] not in self.start.heap
                return ends.get(cell, held).plain if is_new else held  # an iteration before has made the object
            end, offset = ends.get(cell, ANY_NUMBER), self.moved[cell]
            if offset is None:
                found = join_intervals(start.plain, end.plain) or ANY_NUMBER
            else:
                found = self._place_after(start, offset, self.earlier, exact=True)
                if found.high is None and end.high is not None and start.high is not None:
                    found = found._replace(high=maximum(start.high, end.high))
                if found.low is None and end.low is not None and start.low is not None:
                    found = found._replace(low=minimum(start.low, end.low))
                found = self._within_reach(found, start, offset)
            return Interval(found.low, found.high, self.unmoved(cell))

        changed_measures(placed, change, self.start)
        return placed

    def _within_reach(self, found: Interval, start: Interval, offset: Offset) -> Interval:
        """A cell is where it began, or where it lies once it has moved, whichever iteration begins."""
        low, high = offset.reached or (None, None)
        if high is not None and start.high is not None and not high.holds(self.at):
            end = maximum(start.high, high)
            if found.high is None or (found.high - end).is_never_negative:
                found = found._replace(high=end)
        if low is not None and start.low is not None and not low.holds(self.at):
            end = minimum(start.low, low)
            if found.low is None or (end - found.low).is_never_negative:
                found = found._replace(low=end)
        return found

    def _place_after(self, start: Interval, offset: Offset, rounds: Bound | None, *, exact: bool = False) -> Interval:
        """Where a cell can be after at most so many iterations; at an iteration's head by its index, where exact."""
        if exact and offset.low is not None and offset.low == offset.high and self.earlier is not None:
            step = offset.low
            if step.value is not None:
                by = self.index * step
                low = None if start.low is None else start.low + by
                high = None if start.high is None else start.high + by
                return Interval(low, high)
        up = None if offset.high is None else self._moved_by(offset.high, rounds, largest=True)
        down = None if offset.low is None else self._moved_by(offset.low, rounds, largest=False)
        low = None if start.low is None or down is None else start.low + down
        high = None if start.high is None or up is None else start.high + up
        outer = start.offset
        if outer is not None:
            least = None if outer.low is None or down is None else outer.low + down
            most = None if outer.high is None or up is None else outer.high + up
            outer = None if least is None and most is None else Offset(outer.loop, outer.cell, least, most)
        return Interval(low, high, outer)

    def _moved_by(self, each: Bound, rounds: Bound | None, *, largest: bool) -> Bound | None:
        if each == ZERO:
            return ZERO
        positive, negative = each.is_never_negative, (each * constant(-1)).is_never_negative
        if (largest and negative) or (not largest and positive):
            return ZERO
        if rounds is None:
            return None
        if largest and positive:
            return sum_over(self.at, rounds, each)
        if not largest and negative:
            return sum_over(self.at, rounds, each * constant(-1)) * constant(-1)
        return None

    def rounds_before(self, left: State) -> Bound | None:
        """How many iterations can be completed before one that is left here: its cells have passed the tests so far."""
        earlier = self.earlier
        for cell, held in measures(left, self.head):
            moved, offset = self.moved.get(cell), held.offset
            begun = self._until(held)
            if begun is not None:
                earlier = _tighter(earlier, begun - ONE)
            if moved is None or offset is None or (offset.loop, offset.cell) != (self.token, cell):
                continue
            start = measure(self.start, cell)
            if start is None:
                continue
            held = self._without_index(held)  # noqa: PLW2901
            here = Interval(
                None if held.low is None or offset.high is None else held.low - offset.high,
                None if held.high is None or offset.low is None else held.high - offset.low,
                hole=held.hole,
            )
            found = _iterations(start, here, moved)
            if found is not None and not found.holds(self.at):
                earlier = _tighter(earlier, found)
        return earlier

    def total(self, each: Cost, rounds: Bound | None, last: Cost, reason: Reason) -> Cost:
        """What so many iterations cost, and the last that may not be completed."""
        whole = repeated(each, rounds, self.at, reason)
        if isinstance(last, Bound) and last.holds(self.at) and self.earlier is None:
            return Endless(frozenset({reason}))
        return add(whole, without_index(last, self.at))

    def leave(self, state: State, rounds: Bound | None) -> None:
        """Say of every cell where it is after the loop: relative to the loop around it, and without the index."""

        def settled(_: NumericCell, held: Interval) -> Interval:
            offset = held.offset
            if offset is None or offset.loop != self.token:
                return held
            origin = measure(self.start, offset.cell)
            whole = self.moved.get(offset.cell, self.unmoved(offset.cell))
            if origin is None or whole is None:
                return Interval(held.low, held.high)
            after = self._place_after(origin, whole, rounds)
            low = self._tightest(held.low, after.low, offset.low, is_low=True)
            high = self._tightest(held.high, after.high, offset.high, is_low=False)
            outer = after.offset
            if outer is not None:
                least = None if outer.low is None or offset.low is None else outer.low + offset.low
                most = None if outer.high is None or offset.high is None else outer.high + offset.high
                least = None if least is None else least.without(self.at, largest=False)
                most = None if most is None else most.without(self.at, largest=True)
                ends = self._reached((origin, Interval(offset=whole), held))
                outer = None if least is None and most is None else Offset(outer.loop, outer.cell, least, most, ends)
            return Interval(low, high, outer)

        if self.moved:
            changed_measures(state, settled, self.start)
        self.clean(state, self.start)

    def _reached(self, parts: Iterable[Interval]) -> tuple[Bound | None, Bound | None] | None:
        """Between which ends a cell lies if it has moved in any of some stretches."""
        found = [Interval(*ends) for ends in map(reached, parts) if ends is not None]
        if not found:
            return None
        whole = reduce(lambda one, other: join_intervals(one, other) or ANY_NUMBER, found)
        low, high = (None if end is None or end.holds(self.at) else end for end in (whole.low, whole.high))
        return low, high

    def _tightest(self, held: Bound | None, reached: Bound | None, by: Bound | None, *, is_low: bool) -> Bound | None:
        """An end that a cell is known to have, or else where it is at the head with how far it moved since."""
        if held is not None or reached is None or by is None:
            return held
        return (reached + by).without(self.at, largest=not is_low)

    def clean(self, state: State, known: State) -> None:
        """Leave out of all that a state newly holds what is relative to this loop's head or index."""
        for variable, value in state.cells.items():
            if known.cells.get(variable) is not value:
                state.cells[variable] = self._cleaned(value)
        for place, found in state.heap.items():
            if known.heap.get(place) is found:
                continue
            if any(
                (item.number is not None or item.size is not None) and self._is_relative(item)
                for value in _all_values(found)
                for item in value.values()
            ):
                found = map_values(found, found, lambda _, value: self._cleaned(value))  # noqa: PLW2901
            if not isinstance(found, Instance):
                held = found.extent
                new = self._free(held)
                if new is not held:
                    found = found.with_length(new)  # noqa: PLW2901
            state.heap[place] = found

    def _cleaned(self, value: Value) -> Value:
        for item in value.values():
            if (item.number is not None or item.size is not None) and self._is_relative(item):
                break
        else:
            return value
        return {
            key: item.measured(
                None if item.number is None else self._free(item.number),
                None if item.size is None else self._free(item.size),
            )
            for key, item in value.items()
        }

    def _is_relative(self, item: AbstractValue) -> bool:
        return any(
            held is not None
            and (
                (held.offset is not None and held.offset.loop == self.token)
                or (held.low is not None and held.low.holds(self.at))
                or (held.high is not None and held.high.holds(self.at))
            )
            for held in (item.number, item.size)
        )

    def _free(self, held: Interval) -> Interval:
        low = None if held.low is None else held.low.without(self.at, largest=False)
        high = None if held.high is None else held.high.without(self.at, largest=True)
        if self.earlier is None and held.high is not None and held.high.holds(self.at):
            high = None
        offset = held.offset if held.offset is not None and held.offset.loop != self.token else None
        if low is held.low and high is held.high and offset is held.offset:
            return held
        return Interval(low, high, offset)


def _all_values(found: HeapObject) -> Iterator[Value]:
    if isinstance(found, Sequence):
        yield from (found.rest, found.last) if found.items is None else found.items
    elif isinstance(found, Mapped):
        yield from (*found.entries.values(), *found.keys.values(), found.other_keys, found.other_values)
    else:
        yield from found.attributes.values()


def _is_positive(held: Interval) -> bool:
    """Whether a number is at least 1, for every item with options."""
    if held.low is None or not held.low.is_never_negative:
        return False
    return held.hole == ZERO or (held.low - ONE).is_never_negative


def _tighter(known: Bound | None, found: Bound) -> Bound:
    return found if known is None else minimum(known, found)


def _iterations(start: Interval, end: Interval, offset: Offset) -> Bound | None:
    """From where a cell starts, how far it moves in each iteration, and what it still is at the end of one."""
    end = beyond_hole(start, end, offset)
    rise = None if offset.low is None else offset.low.value
    if rise is not None and rise > 0 and end.high is not None and start.low is not None:
        return at_least_zero(_divided(end.high - start.low, rise))
    fall = None if offset.high is None else offset.high.value
    if fall is not None and fall < 0 and end.low is not None and start.high is not None:
        return at_least_zero(_divided(start.high - end.low, -fall))
    return None


def beyond_hole(start: Interval, end: Interval, offset: Offset) -> Interval:
    """A cell that moves by exactly one towards a number that it never is stays on this side of it."""
    if end.hole is None or offset.low is None or offset.low != offset.high:
        return end
    if offset.low.value == -1 and end.low is None and start.low is not None:
        is_above = (start.low - end.hole - ONE).is_never_negative
        return end._replace(low=end.hole + ONE) if is_above else end
    if offset.low.value == 1 and end.high is None and start.high is not None:
        is_below = (end.hole - start.high - ONE).is_never_negative
        return end._replace(high=end.hole - ONE) if is_below else end
    return end


def _divided(distance: Bound, step: Number) -> Bound:
    if distance.value is not None:
        return constant(int(distance.value // step))
    return distance * constant(Fraction(1) / step)
