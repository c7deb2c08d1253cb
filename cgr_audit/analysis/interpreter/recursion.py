"""Recursion: whether a call begins an activation that is, as far as can be told, one that is still running.

Where constants and lengths tell the activations of a function apart, each is followed. Otherwise one stands for all:
:mod:`cgr_audit.analysis.interpreter.recursion_study`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field

from cgr_audit.analysis.domains.polynomials import Bound
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.interpreter import Exhausted, Frame, Interpreter
from cgr_audit.analysis.interpreter.objects import HeapObject, Instance, Mapped, Sequence
from cgr_audit.analysis.interpreter.state import Place, State
from cgr_audit.analysis.interpreter.values import Constant, Function, Opaque, Reference, Value, single

__all__ = ["Activation", "Run", "entered_before"]

Run = Callable[[State], tuple[Value | None, list[State]]]
"""Runs one activation from a state, which becomes the one that it ends in: what it returns, and each way it returns."""

_MAX_FOLLOWED = 24
"""How many functions run inside each other at most where another activation is still followed by itself."""
_SHARE = 4
"""Activations are followed one by one until this part of the budget is spent."""
_IDLE = 64
"""So many activations of a function are followed one by one from a call that does not reach the solver meanwhile."""


@dataclass(slots=True, eq=False)
class Activation:
    """A function that has been entered and has not returned."""

    function: Function
    given: tuple[Value, ...]
    frame: Frame
    start: State
    """The state in which it began."""
    calls: list[State] = field(default_factory=list)
    """The states in which recursive calls begin activations."""
    charge: Callable[[State], Bound] | None = None
    """What a recursive call that begins in a state is taken to cost, while the activation stands for all."""
    followed: int = 0
    """How many activations of the function were followed one by one inside."""
    moving: tuple[ast.arg, ...] = ()
    """The parameters that get other objects in other activations; these are then known by the parameter."""
    callers: list[State] = field(default_factory=list)
    """The states in which recursive calls are made."""
    leaves_alone: bool = True
    """Whether no activation changes the objects of those that called it."""
    end: State | None = None
    """What is known so far of the states in which an activation returns."""
    raised: State | None = None
    """The same of those in which it raises."""


def entered_before(interp: Interpreter, function: Function, given: Arguments, state: State) -> Activation | None:
    """The activation that a call begins again, as far as constants and lengths tell; nothing if they differ."""
    entered = [one for one in interp.activations if one.function.node is function.node]
    if not entered:
        return None
    alike = [one for one in entered if one.function.frame == function.frame]
    now = _outlines(function, given.all, state)
    for one in alike:
        if one.charge is not None or (
            now == _outlines(one.function, one.given, one.start) and _is_unchanged(one, state)
        ):
            return one
    is_followed = (
        interp.follows_activations and len(interp.stack) < _MAX_FOLLOWED and interp.steps * _SHARE < interp.most_steps
    )
    if alike:
        first = alike[0]
        first.followed += 1
        if (first.followed > _IDLE or not is_followed) and state.cost == first.start.cost:
            return first  # nothing is gained by telling those inside it apart
    if is_followed:
        return None
    if interp.follows_activations:
        interp.has_followed = True
        raise Exhausted
    return alike[-1] if alike else None


def _is_unchanged(before: Activation, state: State) -> bool:
    own = before.frame.number
    return all(
        value is (now := state.cells.get(cell)) or _outline(value, before.start.heap) == _outline(now or {}, state.heap)
        for cell, value in before.start.cells.items()
        if cell[0] != own
    ) and all(
        found is state.heap.get(place) or _shape(found) == _shape(state.heap[place])
        for place, found in before.start.heap.items()
    )


def _outlines(function: Function, given: Iterable[Value], state: State) -> tuple[Hashable, ...]:
    receiver = None if function.receiver is None else _outline(single(function.receiver), state.heap)
    return receiver, *(_outline(value, state.heap) for value in given)


def _outline(value: Value, heap: Mapping[Place, HeapObject]) -> Hashable:
    """The constants that a value may be, and the shapes of the objects."""
    parts: set[Hashable] = set()
    for item in value.values():
        if isinstance(item.payload, Constant):
            parts.add(item.payload)
        elif isinstance(item.payload, Reference):
            found = heap.get(item.payload.place)
            made_by = item.payload.place if isinstance(found, Instance) else None
            shape = None if found is None else _shape(found)
            if shape is not None:
                parts.add((made_by, shape))
        elif item.number is not None and item.number.integer is not None:
            parts.add(item.number.integer)
        elif not isinstance(item.payload, Opaque):
            parts.add(item.payload)
    return frozenset(parts)


def _shape(found: HeapObject) -> Hashable:
    """How many elements an object has, and which constants are in it; nothing if that is not known."""
    if isinstance(found, Sequence):
        length = found.length.integer
        return None if length is None else (length, _constants([*(found.items or ()), found.rest]))
    if isinstance(found, Mapped):
        return frozenset(found.entries), _constants(found.entries.values())
    assert isinstance(found, Instance)
    return frozenset(found.attributes), _constants(found.attributes.values())


def _constants(values: Iterable[Value]) -> frozenset[Constant]:
    return frozenset(item.payload for value in values for item in value.values() if isinstance(item.payload, Constant))
