"""Loops that play elements of a list off against each other until few are left, whatever the number of each round.

A list of ``n`` elements is given the potential ``max(0, w * n - v)`` (Tarjan, 1985). One iteration is run for an even
and for an odd ``n``: where it costs no more than the potential falls, the loop costs no more than the potential that
its list begins with.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from cgr_audit.analysis.domains.intervals import at_least_zero, exactly
from cgr_audit.analysis.domains.polynomials import Bound, constant, index
from cgr_audit.analysis.interpreter.heap import length_of, sequence_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.objects import (
    HeapObject,
    Instance,
    Sequence,
    join_objects,
    map_values,
    replace,
    values_in,
)
from cgr_audit.analysis.interpreter.state import Cell, Place, State, refers_to
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    AbstractValue,
    Reference,
    Value,
    held_in,
    join,
    places_of,
    single,
)

__all__ = ["POTENTIALS", "amortised"]

POTENTIALS = ((1, 1), (1, 0), (2, 2), (2, 1), (2, 0), (3, 3), (3, 2), (3, 1), (3, 0))
"""Factor and what is taken off: the cheapest first."""
_SHORTEST = (2, 3)

Iteration = Callable[[State], tuple[list[State], list[State]]]
"""Runs one iteration from a state: the states at the back edge, and those in which it is left otherwise."""


def amortised(
    interp: Interpreter, node: ast.While, frame: Frame, start: State, head: State, iteration: Iteration
) -> Bound | None:
    """What all iterations of a loop cost together; nothing if no list is shown to pay for them."""
    for cell in _measured(node, frame):
        length = length_of(start.cells.get(cell, NOTHING), start).high if cell in start.cells else None
        place = (node, frame.number)
        if length is None or not _lets_name(head, cell):
            continue
        further = index(interp.next_loop(), length) * constant(2)
        for shortest in _SHORTEST:
            lengths = [constant(one) for one in range(shortest)]
            lengths += [constant(shortest) + further, constant(shortest + 1) + further]
            tried = [(one, *iteration(_named(head, cell, place, one))) for one in lengths]
            for weight, off in POTENTIALS:
                if all(_is_paid(cell, one, ends, others, weight, off) for one, ends, others in tried):
                    return _potential(length, weight, off)
    return None


def _potential(length: Bound, weight: int, off: int) -> Bound:
    return at_least_zero(length * constant(weight) - constant(off))


def _is_paid(cell: Cell, length: Bound, ends: list[State], others: list[State], weight: int, off: int) -> bool:
    """Whether an iteration costs no more than the potential falls, and its last part no more than there is."""
    whole = _potential(length, weight, off)
    for end in ends:
        left = length_of(end.cells.get(cell, NOTHING), end).high
        if left is None or not isinstance(end.cost, Bound):
            return False
        if not (whole - _potential(left, weight, off) - end.cost).is_certainly_never_negative:
            return False
    return all(isinstance(one.cost, Bound) and (whole - one.cost).is_certainly_never_negative for one in others)


def _measured(node: ast.While, frame: Frame) -> Iterator[Cell]:
    """The variables whose length a loop asks for."""
    names = [part.id for part in ast.walk(node.test) if isinstance(part, ast.Name)]
    for part in ast.walk(node):
        match part:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]):
                names.append(name)
    for name in dict.fromkeys(names):
        owner = frame.owner_of(name)
        if owner is not None and not owner.is_shared:
            yield owner.number, name


def _lets_name(head: State, cell: Cell) -> bool:
    """Whether a variable is some list, and whatever else may be the same list holds it as such."""
    value = head.cells.get(cell, NOTHING)
    for item in value.values():
        if isinstance(item.payload, Reference):
            found = head.heap.get(item.payload.place)
            if not isinstance(found, Sequence) or found.kind not in {"list", "tuple"}:
                return False
        elif item.size is None:
            return False
    return bool(value) and all(
        isinstance(item.payload, Reference) or not any(refers_to(item.payload, place) for place in places_of(value))
        for held in (*head.cells.values(), *(one for found in head.heap.values() for one in values_in(found)))
        for item in held.values()
    )


def _led_to(item: AbstractValue) -> Iterator[Place]:
    """The objects that a value is, or holds in a closure or a bound method."""
    if isinstance(item.payload, Reference):
        yield item.payload.place
    for inner in held_in(item.payload):
        yield from _led_to(inner)


def _named(head: State, cell: Cell, place: Place, length: Bound) -> State:
    """The head with a list of a length; what may be this list for others may be it."""
    state = head.copy()
    value = state.cells[cell]
    places = set(places_of(value))
    several: list[HeapObject] = [
        replace(sequence_of(item, state), kind="list").with_length(exactly(length)) for item in value.values()
    ]
    first = next(iter(value.values()))
    mine = AbstractValue(Reference(place), 0, first.controls, trail=first.trail)

    def may_be(_: Value, held: Value) -> Value:
        return join(held, single(mine)) if not places.isdisjoint(places_of(held)) else held

    for other, held in state.cells.items():
        state.cells[other] = may_be(held, held)
    for other_place, found in state.heap.items():
        if isinstance(found, Instance) or any(not places.isdisjoint(places_of(held)) for held in values_in(found)):
            state.heap[other_place] = map_values(found, found, may_be)
    state.cells[cell] = single(mine)
    held_on = [*state.cells.values(), *(held for found in state.heap.values() for held in values_in(found))]
    kept = {one for held in held_on for item in held.values() for one in _led_to(item)}
    for former in [one for one, found in state.heap.items() if isinstance(found, Sequence) and one not in kept]:
        del state.heap[former]
    whole = several[0]
    for other_list in several[1:]:
        whole = join_objects(whole, other_list)
    state.heap[place] = whole
    return state
