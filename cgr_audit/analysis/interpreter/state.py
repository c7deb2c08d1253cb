"""The state of an abstract run at one point of a program, and how states meet."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from collections.abc import Sequence as Several
from collections.abc import Set as Collection
from functools import reduce
from itertools import chain

from cgr_audit.analysis.domains.cost import Cost, larger
from cgr_audit.analysis.domains.intervals import ANY_NUMBER, ANY_SIZE
from cgr_audit.analysis.domains.polynomials import ZERO
from cgr_audit.analysis.interpreter.counters import is_slack
from cgr_audit.analysis.interpreter.objects import (
    HeapObject,
    Instance,
    Sequence,
    join_objects,
    map_values,
    merged,
    replace,
    same,
    same_object,
    values_in,
)
from cgr_audit.analysis.interpreter.values import (
    NESTING,
    NO_CONTROL,
    NOTHING,
    OPAQUE,
    UNKNOWN,
    AbstractValue,
    Constant,
    ControlDependence,
    Function,
    Kind,
    Method,
    Opaque,
    Partial,
    Payload,
    Reference,
    Value,
    held_in,
    join,
    join_all,
    merge_controls,
    opaque,
    places_of,
    single,
    taint_of_controls,
    under_control,
)

__all__ = [
    "Cell",
    "Heap",
    "Place",
    "State",
    "become_one_of",
    "change_one_of",
    "chosen_by_leaving",
    "join_states",
    "plain_join",
    "rejoined",
    "survivors",
    "widened",
    "without",
]

Cell = tuple[int, str]
"""A variable: the frame it lives in and its name."""

Place = tuple[ast.AST, int]
"""An object: the expression that makes it and the frame that runs it."""

FOCUS = 1 << 47
"""Added to the number of the frame: the one of several objects that a test was about."""
OLD = 1 << 48
"""Added to the number of the frame: all objects that an expression made before its latest one."""


class Heap(dict[Place, HeapObject]):
    """Objects by place; what is at a place that this path never came to cannot be followed."""

    __slots__ = ()

    def __missing__(self, place: Place) -> HeapObject:
        return _UNSEEN


_UNSEEN = Sequence("iterator", None, opaque(UNKNOWN), 0, UNKNOWN)


class State:
    """Variables, objects, the tests that decided that a run comes here, and the solver calls so far."""

    __slots__ = ("cells", "controls", "cost", "heap")

    def __init__(self, cells: dict[Cell, Value], heap: Heap, controls: ControlDependence, cost: Cost = ZERO) -> None:
        self.cells = cells
        self.heap = heap
        self.controls = controls
        self.cost = cost

    def copy(self, controls: ControlDependence | None = None) -> State:
        """An independent state, with other controls if given."""
        return State(dict(self.cells), Heap(self.heap), self.controls if controls is None else controls, self.cost)

    def cost_free(self) -> State:
        """A copy that has cost nothing yet."""
        return State(dict(self.cells), Heap(self.heap), self.controls, ZERO)

    def become(self, other: State) -> None:
        """Take over all of another state."""
        self.cells, self.heap, self.controls, self.cost = other.cells, other.heap, other.controls, other.cost

    def write(self, place: Place, found: HeapObject) -> None:
        """Change an object; one that stands for several keeps its former parts too."""
        self.heap[place] = join_objects(self.heap[place], found) if is_old(place) else found
        if isinstance(found, Instance):
            for other in found.one_of:
                self.heap[other] = join_objects(self.heap[other], replace(found, one_of=frozenset()))
            for other, held in self.heap.items():
                if isinstance(held, Instance) and place in held.one_of:
                    self.heap[other] = replace(join_objects(held, found), one_of=held.one_of)

    def focus(self, value: Value, node: ast.AST, frame: int) -> Place | None:
        """Make an object of its own of the one that a value is, where that may be several; nothing for other things."""
        places = dict.fromkeys(places_of(value))
        held = [found for place in places if isinstance(found := self.heap[place], Instance)]
        if len(places) < len(value) or len(held) < len(places) or any(one.of != held[0].of for one in held):
            return None
        whole: HeapObject = held[0]
        for found in held[1:]:
            whole = join_objects(whole, found)
        assert isinstance(whole, Instance)
        place = (node, frame + FOCUS)
        if place in self.heap:
            self.age(place)
        self.heap[place] = replace(whole, one_of=frozenset(places) | whole.one_of)
        return place

    def age(self, place: Place) -> None:
        """Make room for a new object of an expression: the latest one joins the earlier ones, if anything holds it."""
        old = (place[0], place[1] + OLD)
        found = self.heap.pop(place)
        is_held = False
        for cell, value in self.cells.items():
            for item in value.values():
                if item.holds and refers_to(item.payload, place):
                    self.cells[cell] = renamed(value, place, old)
                    is_held = True
                    break
        for other, held in self.heap.items():
            changed = _without_place(held, place, old)
            if changed is not held:
                self.heap[other] = changed
                is_held = True
        if is_held:
            found = _without_place(found, place, old)
            self.heap[old] = join_objects(self.heap[old], found) if old in self.heap else found

    def same_as(self, other: State) -> bool:
        """Whether nothing differs but the controls of the state itself."""
        return (
            self.cells.keys() == other.cells.keys()
            and self.heap.keys() == other.heap.keys()
            and all(map(same, self.cells.values(), map(other.cells.__getitem__, self.cells)))
            and all(map(same_object, self.heap.values(), map(other.heap.__getitem__, self.heap)))
        )


def is_old(place: Place) -> bool:
    """Whether a place stands for several objects."""
    return place[1] >= OLD


def renamed(value: Value, place: Place, old: Place) -> Value:
    """The same value with one object called by another place."""
    if not any(item.holds and refers_to(item.payload, place) for item in value.values()):
        return value
    return join_all(single(_renamed(item, place, old)) for item in value.values())


def _without_place(held: HeapObject, place: Place, old: Place) -> HeapObject:
    """An object in which another one has another place."""
    for item in chain.from_iterable(map(dict.values, values_in(held))):
        if item.holds and refers_to(item.payload, place):
            held = map_values(held, held, lambda _, inner: renamed(inner, place, old))
            break
    if isinstance(held, Instance) and place in held.one_of:
        held = replace(held, one_of=held.one_of - {place} | {old})
    return held


def refers_to(payload: Payload, place: Place) -> bool:
    """Whether a payload is an object, or holds it."""
    kind = type(payload)
    if kind is Reference:
        return payload.place == place  # type: ignore[union-attr]
    return kind in NESTING and any(refers_to(inner.payload, place) for inner in held_in(payload))


def _renamed(item: AbstractValue, place: Place, old: Place) -> AbstractValue:
    payload = item.payload
    if not refers_to(payload, place):
        return item
    made: Payload
    match payload:
        case Function(node=node, frame=frame, receiver=receiver) if receiver is not None:
            made = Function(node, frame, _renamed(receiver, place, old))
        case Method(receiver=receiver, name=name, owner=owner):
            made = Method(_renamed(receiver, place, old), name, owner and _renamed(owner, place, old))
        case Partial(function=function, positional=positional, named=named):
            made = Partial(
                _renamed(function, place, old),
                tuple(_renamed(part, place, old) for part in positional),
                tuple((name, _renamed(part, place, old)) for name, part in named),
            )
        case _:
            made = Reference(old)
    return AbstractValue(made, item.taint, item.controls, item.origins, item.trail, item.symbol)


def without(controls: ControlDependence, base: ControlDependence) -> ControlDependence:
    """The controls that are not in ``base``."""
    if controls is base:
        return NO_CONTROL
    return {node: control for node, control in controls.items() if base.get(node) != control}


def join_states(
    states: Several[State], base: ControlDependence, marks: Several[ControlDependence] | None = None
) -> State:
    """The state where several paths come together.

    What differs between them is chosen by the tests that told them apart: ``marks`` of each path, by default its
    controls beyond ``base``. The controls of the result are ``base``.
    """
    if len(states) == 1:
        return State(states[0].cells, states[0].heap, base, states[0].cost)
    if marks is None:
        marks = [without(state.controls, base) for state in states]
    result = State(_meet_cells(states, marks), Heap(states[0].heap), base, reduce(larger, (one.cost for one in states)))
    for number, (state, mark) in enumerate(zip(states[1:], marks[1:], strict=True)):
        for place, found in state.heap.items():
            present = result.heap.get(place)
            if present is None:
                result.heap[place] = found
            elif present is not found:
                is_same = present is states[0].heap.get(place)  # in all states before
                before = reduce(merge_controls, marks[: number + 1]) if is_same else NO_CONTROL
                result.heap[place] = join_objects(present, found, before, mark)
    _forget_slacks(result, states)
    return result


def rejoined(left: Several[State], base: ControlDependence, own: ast.AST | None = None) -> State | None:
    """The state where paths meet again; tests that led here either way, and the test ``own``, no longer matter."""
    if len(left) <= 1:
        return left[0] if left else None
    met = join_states(left, base)
    outcomes: dict[ast.AST, set[int]] = {}
    for state in left:
        for place, (outcome, _) in without(state.controls, base).items():
            outcomes.setdefault(place, set()).add(outcome)
    for state in left:
        escapes = {
            place: control
            for place, control in without(state.controls, base).items()
            if place is not own and not outcomes[place] >= {1, -1}
        }
        met.controls = merge_controls(met.controls, escapes)
    return met


def _forget_slacks(result: State, states: Several[State]) -> None:
    """Leave out how many calls a counter counts that only some of the paths have."""
    if any(len(state.cells) < len(result.cells) for state in states):
        for cell in [cell for cell in result.cells if is_slack(cell[1])]:
            if any(cell not in state.cells for state in states):
                del result.cells[cell]
    if any(len(state.heap) < len(result.heap) for state in states):
        for place, found in result.heap.items():
            if isinstance(found, Instance) and any(place not in state.heap for state in states):
                kept = {name: value for name, value in found.attributes.items() if not is_slack(name)}
                result.heap[place] = replace(found, attributes=kept) if len(kept) < len(found.attributes) else found


def _meet_cells(states: Several[State], marks: Several[ControlDependence]) -> dict[Cell, Value]:
    first = states[0].cells
    cells = dict(first)
    if len(states) == 2:
        for cell, value in states[1].cells.items():
            mine = cells.get(cell)
            if mine is not value:
                cells[cell] = value if mine is None else merged(mine, value, marks[0], marks[1])
        return cells
    differing = {
        cell: None
        for state in states[1:]
        for cell, value in state.cells.items()
        if cell not in first or (first[cell] is not value and not same(first[cell], value))
    }
    for cell in differing:
        value = NOTHING
        for state, mark in zip(states, marks, strict=True):
            value = join(value, under_control(state.cells.get(cell, NOTHING), mark))
        cells[cell] = value
    return cells


def widened(before: State, after: State) -> State:
    """``after``, where numbers and texts that change from one iteration to the next are no longer told apart."""
    for cell, value in after.cells.items():
        earlier = before.cells.get(cell)
        if earlier is not None and earlier is not value and value.keys() != earlier.keys():
            after.cells[cell] = _widen(earlier, value)
    for place, found in after.heap.items():
        former = before.heap.get(place)
        if former is not None and former is not found:
            after.heap[place] = map_values(former, found, _widen)
    return after


def _widen(before: Value, after: Value) -> Value:
    changed = {
        key: item.measured(item.number and ANY_NUMBER, item.size and ANY_SIZE)
        for key, item in after.items()
        if key in before and (item.number != before[key].number or item.size != before[key].size)
    }
    if changed:
        after = {**after, **changed}
    if any(item.number is not None and key not in before for key, item in after.items()):
        after = _told_apart_no_more(after, lambda item: _is_number(item) and item.interval is not None)
    grown = [item for key, item in after.items() if key not in before and isinstance(item.payload, Constant)]
    if not grown:
        return after
    made_of = {item.origins for item in before.values() if isinstance(item.payload, Constant)}
    counted = {item.key for item in grown if len(item.origins) != 1 or _is_number(item) or item.origins in made_of}
    if not counted or not before:
        return after
    return _told_apart_no_more(after, lambda item: item.key in counted or _is_number(item))


def _is_number(item: AbstractValue) -> bool:
    return isinstance(item.payload, Constant) and item.payload.kind in (int, float)


def _told_apart_no_more(value: Value, chosen: Callable[[AbstractValue], bool]) -> Value:
    result: Value = {}
    for item in value.values():
        new = item
        if chosen(item):
            number = None if item.interval is None else ANY_NUMBER
            new = AbstractValue(OPAQUE, item.taint, item.controls, frozenset(), item.trail, number=number)
        result = join(result, single(new))
    return result


def change_one_of(state: State, owners: Value, item: AbstractValue, change: Callable[[], None]) -> None:
    """Change an object that may be one of several: what chose it decides whether this one is changed."""
    before = state.heap.get(item.payload.place) if isinstance(item.payload, Reference) else None
    change()
    if len(owners) > 1 and before is not None and isinstance(item.payload, Reference):
        others = {node: (-outcome, kind) for node, (outcome, kind) in item.controls.items()}
        place = item.payload.place
        state.heap[place] = join_objects(before, state.heap[place], others, item.controls)


def survivors(
    before: State, after: State, mark: ControlDependence, asked: Collection[ast.AST], *, untested: bool = False
) -> None:
    """Mark in ``after`` what stood in ``before`` and is left only because tests inside a loop did not replace it.

    With ``untested`` nothing inside need have been asked, for the loop may have had no round at all. What the solver
    was ``asked`` about is left because of what it said, and no fallback; so is what the tests themselves rank.
    """
    for cell, value in after.cells.items():
        earlier = before.cells.get(cell, NOTHING)
        if earlier is value or not earlier:
            continue
        marked = dict(value)
        for key, item in earlier.items():
            left = value.get(key)
            if item.origins and item.origins <= asked:
                continue
            if left is not None and len(value) > 1 and (untested or left.controls is not item.controls):
                gained = without(left.controls, item.controls)
                tests = [node for node, (_, kind) in gained.items() if kind.of_solver]
                if untested or (tests and not any(_ranks(node, cell[1]) for node in tests)):
                    marked[key] = left.under(mark)
        after.cells[cell] = marked


def _ranks(test: ast.AST, name: str) -> bool:
    """Whether a test compares the rank of what a variable holds with that of something else."""
    return (
        isinstance(test, ast.Compare)
        and isinstance(test.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)
        and any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(test))
    )


def chosen_by_leaving(before: State, after: State, mark: ControlDependence) -> None:
    """Mark what a loop changed: which of its values is left is chosen by the test that ended the loop."""
    if all(kind is Kind.NONE for _, kind in mark.values()):
        return

    def change(_: Value, value: Value) -> Value:
        several = len(value) > 1 or any(isinstance(item.payload, Opaque) for item in value.values())
        return under_control(value, mark) if several else value

    for cell, value in after.cells.items():
        if before.cells.get(cell) is not value:
            after.cells[cell] = change(value, value)
    taint = taint_of_controls(mark)
    for place, found in after.heap.items():
        if before.heap.get(place) is not found:
            changed = map_values(found, found, change)
            if isinstance(changed, Sequence) and changed.items is None:  # as it chooses how many there are
                changed = replace(changed, size=changed.size | taint)
            after.heap[place] = changed


def plain_join(states: Iterable[State], controls: ControlDependence) -> State:
    """The state that may be any of these, for reasons that are not followed."""
    result: State | None = None
    for state in states:
        result = (
            state.copy(controls) if result is None else join_states([result, state], controls, [NO_CONTROL, NO_CONTROL])
        )
    assert result is not None
    return result


def become_one_of(state: State, states: Several[State], marks: Several[ControlDependence] | None = None) -> None:
    """Make a state what any of several may be; ``marks`` say what chose each."""
    if len(states) == 1 and states[0] is state:
        return
    if marks is None:
        state.become(plain_join(states, state.controls))
    else:
        state.become(join_states(states, state.controls, marks).copy())
