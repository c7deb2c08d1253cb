"""Recursive calls: each begins the activation that stands for all, and gives what is known of how that ends.

The objects and variables of the caller are set aside meanwhile. An object that a parameter is bound to is named by the
parameter, so that its length in one activation can be compared with that in the next.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from cgr_audit.analysis.domains.cost import Cost, add
from cgr_audit.analysis.domains.intervals import ANY_SIZE
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.binding import bind
from cgr_audit.analysis.interpreter.heap import sequence_of
from cgr_audit.analysis.interpreter.interpreter import Interpreter, NeverReturnsError, Raised
from cgr_audit.analysis.interpreter.objects import Sequence, map_values, replace, values_in
from cgr_audit.analysis.interpreter.recursion import Activation
from cgr_audit.analysis.interpreter.state import OLD, Heap, Place, State, plain_join, refers_to, renamed
from cgr_audit.analysis.interpreter.values import (
    NO_CONTROL,
    NOTHING,
    UNKNOWN,
    AbstractValue,
    Function,
    Reference,
    Value,
    join,
    known,
    opaque,
)

__all__ = ["HAS_CALLED", "RETURNED", "age", "call_again", "name_object"]

RETURNED = "<returned>"
"""The variable in which the end of an activation holds what it returns, or raises."""
HAS_CALLED = "<has called itself>"


def call_again(interp: Interpreter, begun: Activation, function: Function, given: Arguments, state: State) -> Value:
    """A recursive call: it begins the activation that stands for all, and gives what that gives.

    Raises:
        NeverReturnsError: as far as is known, no activation returns.
    """
    interp.traces.cut.add(function.node)
    own = begun.frame.number
    entry = state.copy()
    bind(interp, function, given, begun.frame, entry)
    begun.calls.append(entry)
    if begun.charge is None:
        raise NeverReturnsError
    caller = state.copy()
    begun.callers.append(caller)
    _settle(begun, entry, state)
    charge = begun.charge(entry)
    entry.cells[own, HAS_CALLED] = known(False)
    entry.cost = add(entry.cost, charge)
    if begun.raised is not None:
        _raise(interp, begun, state, caller, add(state.cost, charge))
    if begun.end is None:
        raise NeverReturnsError
    after = _after(begun, begun.end, state, caller)
    state.cells, state.heap, state.cost = after.cells, after.heap, add(state.cost, charge)
    return state.cells.pop((own, RETURNED))


def _after(begun: Activation, end: State, state: State, caller: State) -> State:
    """The state in which the caller goes on, or what it does is interrupted, from how an activation ends."""
    own = begun.frame.number
    if begun.leaves_alone:
        cells, heap = caller.cells, {place: found for place, found in caller.heap.items() if own <= place[1] < OLD}
    else:
        cells, heap = state.cells, {}
        for parameter in begun.moving:
            place = (parameter, own)
            cells = {cell: renamed(value, place, (parameter, own + OLD)) for cell, value in cells.items()}
    cells = {cell: value for cell, value in cells.items() if cell[0] >= own}
    if begun.frame.is_shared:  # one that lives on may have changed the variables of the caller
        cells = {cell: join(value, end.cells.get(cell, NOTHING)) for cell, value in cells.items()}
    cells[own, HAS_CALLED] = known(True)
    return State({**end.cells, **cells}, Heap({**end.heap, **heap}), state.controls)


def _raise(interp: Interpreter, begun: Activation, state: State, caller: State, cost: Cost) -> None:
    """A recursive call may raise what any activation raises."""
    assert begun.raised is not None
    left = _after(begun, begun.raised, state, caller)
    value = left.cells.pop((begun.frame.number, RETURNED))
    left.cost = cost
    interp.record(left)
    for attempt in interp.attempts:
        attempt.states.append(left)
    if value and interp.attempts:
        interp.attempts[-1].raised.append(Raised(value, left))


def _settle(begun: Activation, entry: State, caller: State) -> None:
    """Name the object that a parameter is bound to by the parameter; all else of the activation becomes earlier."""
    own = begun.frame.number
    places: dict[Place, Value] = {(one, own): entry.cells.get((own, one.arg), NOTHING) for one in begun.moving}
    moved = [place for place, value in places.items() if _only_place(value) != place]
    for state in (entry, caller):
        for place in moved:
            if place in state.heap:
                state.age(place)
    for place in moved:
        name_object(place, entry, caller)
    for state in (entry, caller):
        age(state, own, places)


def age(state: State, own: int, kept: Iterable[Place] = ()) -> None:
    """What the activation, or one that it called, has made was made earlier."""
    for place in [found for found in state.heap if own <= found[1] < OLD and found not in kept]:
        state.age(place)


def _only_place(value: Value) -> Place | None:
    payload = next(iter(value.values())).payload if len(value) == 1 else None
    return payload.place if isinstance(payload, Reference) else None


def name_object(place: Place, entry: State, *others: State) -> bool:
    """Name what a parameter is bound to by the parameter; whether that can be done."""
    parameter, own = place
    assert isinstance(parameter, ast.arg)
    value = entry.cells.get((own, parameter.arg), NOTHING)
    source = _only_place(value)
    is_list = source is not None and isinstance(entry.heap[source], Sequence)
    if source is not None and is_list and source[1] < OLD and not isinstance(source[0], ast.arg):
        for state in (entry, *others):
            _rename(state, source, place)
        return True
    if value and all(item.size is not None for item in value.values()):
        found = [sequence_of(item, entry) for item in value.values()]
        whole = plain_join(
            [
                State({}, Heap({place: replace(one, kind="list", items=None, rest=one.any)}), NO_CONTROL)
                for one in found
            ],
            NO_CONTROL,
        )
        entry.heap[place] = whole.heap[place]
        first = next(iter(value.values()))
        made = AbstractValue(Reference(place), 0, first.controls, trail=first.trail)
        entry.cells[own, parameter.arg] = {made.key: made}
        return True
    entry.heap[place] = Sequence("list", None, opaque(UNKNOWN), extent=ANY_SIZE)
    return False


def _rename(state: State, source: Place, place: Place) -> None:
    if source not in state.heap:
        return
    state.heap[place] = state.heap.pop(source)
    for cell, value in state.cells.items():
        state.cells[cell] = renamed(value, source, place)
    for other, held in state.heap.items():
        if any(refers_to(item.payload, source) for value in values_in(held) for item in value.values()):
            state.heap[other] = map_values(held, held, lambda _, value: renamed(value, source, place))
