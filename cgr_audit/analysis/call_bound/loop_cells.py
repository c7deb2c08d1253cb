"""What a loop knows of the numbers and sizes that its rounds change, and how far each moves in a round."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field

from cgr_audit.analysis.call_bound.state import State, join_things, map_thing, map_value
from cgr_audit.analysis.call_bound.values import Range, Ref, Tag, Thing, Value, join
from cgr_audit.analysis.domains.cost import without_index
from cgr_audit.analysis.domains.polynomials import (
    ZERO,
    Bound,
    Index,
    constant,
)

__all__ = [
    "Cell",
    "Loop",
    "are_same",
    "changed_inside",
    "each_cell",
    "indexless",
    "merged_states",
    "moves_of",
    "ranges",
    "ranges_of",
    "thing_changed_inside",
    "unmoved",
    "untagged",
]

Cell = Hashable


_ANY_ROUND = constant(10**12)
"""The last round of a loop that nothing bounds: more than any run makes."""


@dataclass(slots=True)
class Loop:
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
        self.begun = ranges(self.start)
        self.tagged = each_cell(self.start, lambda cell, held: Range(held.low, held.high, unmoved(self, cell)))

    def limit(self, rounds: Bound | None, earlier: Bound | None) -> None:
        """Set what is known of the number of rounds."""
        self.rounds, self.earlier = rounds, earlier
        self.at = Index(self.token, _ANY_ROUND if earlier is None else earlier)


def unmoved(loop: Loop, cell: Cell) -> Tag:
    """Where a cell is that no round has moved."""
    return Tag(loop.token, cell, ZERO, ZERO)


def each_cell(state: State, change: Callable[[Cell, Range], Range], known: State | None = None) -> State:
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


def ranges_of(state: State, cells: Iterable[Cell]) -> dict[Cell, Range]:
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


def ranges(state: State, known: State | None = None) -> dict[Cell, Range]:
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


def moves_of(loop: Loop, entry: State, back: State) -> dict[Cell, Tag | None]:
    """The cells that are not what they were when the round began, and by how much they moved."""
    before = ranges(entry, back)
    moved: dict[Cell, Tag | None] = {}
    for cell, held in ranges(back, entry).items():
        if cell in before and held != before[cell]:
            tag = held.tag
            if tag is None or (tag.token, tag.cell) != (loop.token, cell):
                moved[cell] = None
            elif not tag.low == tag.high == ZERO:  # else it was only compared with something
                moved[cell] = tag
    return moved


def merged_states(loop: Loop, entry: State, back: State, moved: dict[Cell, Tag | None], *, lose: bool) -> State:
    """The state at the beginning of any round, with the numbers that change left open."""
    both = joined_states(loop, entry, back)
    if lose:
        _loosen_inside(both, entry)
    before = ranges(entry, both)

    def opened(cell: Cell, held: Range) -> Range:
        if cell not in before:
            return Range(held.low, held.high) if not lose else Range()
        if cell in moved:
            is_size = isinstance(cell, tuple) and cell[0] == "size"
            return Range(ZERO if is_size else None, None, unmoved(loop, cell))
        return before[cell]

    return each_cell(both, opened, entry)


def _loosen_inside(both: State, entry: State) -> None:
    """Give up the numbers inside containers that are still changing: they are not followed from round to round."""
    for variable, value in both.variables.items():
        old = entry.variables.get(variable)
        if old is not None and old is not value and (old.element, old.parts) != (value.element, value.parts):
            both.variables[variable] = changed_inside(value, _loosened)
    for ref, thing in both.things.items():
        held = entry.things.get(ref)
        if held is not None and held is not thing and held != thing:
            both.things[ref] = thing_changed_inside(thing, _loosened)


def _loosened(value: Value) -> Value:
    number = None if value.number is None else Range()
    size = None if value.size is None else Range(ZERO, None)
    return value._replace(number=number, size=size)


def joined_states(loop: Loop, entry: State, back: State) -> State:
    """Either of two states; what the round's end knows only relative to its beginning, or to its index, is dropped."""
    cleaned = indexless(loop, back)
    both = State()
    both.variables = dict(entry.variables)
    for variable, value in cleaned.variables.items():
        old = entry.variables.get(variable)
        if value is not old:
            free = map_value(value, lambda held: untagged(loop, held))
            both.variables[variable] = free if old is None else join(old, free)
    both.things = dict(entry.things)
    for ref, thing in cleaned.things.items():
        held = entry.things.get(ref)
        if thing is not held:
            loose = map_thing(thing, lambda held: untagged(loop, held))
            both.things[ref] = loose if held is None else join_things(held, loose)
    return both


def untagged(loop: Loop, value: Value) -> Value:
    """A value of which nothing is said relative to the beginning of a round."""
    if value.number is not None and value.number.tag is not None and value.number.tag.token == loop.token:
        value = value._replace(number=Range(value.number.low, value.number.high))
    if value.size is not None and value.size.tag is not None and value.size.tag.token == loop.token:
        value = value._replace(size=Range(value.size.low, value.size.high))
    return value


def indexless(loop: Loop, state: State) -> State:
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


def are_same(one: State, other: State) -> bool:
    """Whether two states hold the same, whatever they cost."""
    return one.variables == other.variables and one.things == other.things


def changed_inside(value: Value, change: Callable[[Value], Value]) -> Value:
    """A value with every value in it changed, but not itself."""
    element = None if value.element is None else map_value(value.element, change)
    parts = None if value.parts is None else tuple(map_value(part, change) for part in value.parts)
    return value._replace(element=element, parts=parts)


def thing_changed_inside(thing: Thing, change: Callable[[Value], Value]) -> Thing:
    """A thing with every value in it changed, but for its fields."""
    if thing.fields is None:
        return map_thing(thing, change)
    return map_thing(thing._replace(fields=None), change)._replace(fields=thing.fields)
