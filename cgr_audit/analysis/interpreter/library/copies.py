"""``copy.copy`` and ``copy.deepcopy``: new objects, whose parts are shared or copied too."""

from __future__ import annotations

import ast
from collections.abc import Callable

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.heap import allocate, exact_elements, inside
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.objects import HeapObject, Instance, Mapped, Sequence, replace
from cgr_audit.analysis.interpreter.special_methods import special
from cgr_audit.analysis.interpreter.state import OLD, Place, State, is_old
from cgr_audit.analysis.interpreter.values import NOTHING, AbstractValue, Reference, Value, join, single, under_control

__all__ = ["copied", "deeply_copied"]

_MOST_COPIES = 100


def copied(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``copy.copy(value)``: a new object with the same elements."""
    result = NOTHING
    for number, item in enumerate(given.positional[0].values()):
        made = special(interp, single(item), ("__copy__",), [], node, frame, state)
        if made is None:
            made = _reduced(interp, item, node, frame, state)
        if made is None and isinstance(item.payload, Reference):
            made = allocate(state.heap[item.payload.place], node, inside(frame.number, number), state)
        result = join(result, single(item) if made is None else under_control(made, item.controls))
    return result


def _reduced(interp: Interpreter, item: AbstractValue, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """What the function and the arguments that ``__reduce__`` names give."""
    named = special(interp, single(item), ("__reduce_ex__", "__reduce__"), [], node, frame, state)
    if named is None:
        return None
    parts = exact_elements(named, state)
    given = exact_elements(parts[1], state) if parts is not None and len(parts) > 1 else None
    if parts is None or given is None or len(parts) > 2:
        interp.give_up(state, node, "cannot tell what copying this calls")
        return interp.unknown()
    return interp.call(parts[0], Arguments(given), node, frame, state)


def deeply_copied(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``copy.deepcopy(value)``: new objects all the way down."""
    made: dict[Place, Value] = {}
    hooks = "__deepcopy__" in interp.special_names

    def copy_of(value: Value) -> Value:
        result = NOTHING
        for item in value.values():
            new = _of(item) if isinstance(item.payload, Reference) else single(item)
            result = join(result, under_control(new, item.controls))
        return result

    def _of(item: AbstractValue) -> Value:
        assert isinstance(item.payload, Reference)
        place = item.payload.place
        if place in made:
            return made[place]
        own = (
            special(interp, single(item), ("__deepcopy__",), [interp.unknown()], node, frame, state) if hooks else None
        )
        if own is None:
            own = _reduced(interp, item, node, frame, state)
        if own is not None or len(made) >= _MOST_COPIES:
            return interp.unknown() if own is None else own
        number = inside(frame.number, len(made) + 1)
        new = allocate(Sequence("list", ()), node, number, state)
        made[place] = new
        found = with_parts(state.heap[place], copy_of)
        state.heap[node, number] = found
        if is_old(place):  # a copy of one of several is one of several
            state.age((node, number))
            new = made[place] = single(AbstractValue(Reference((node, number + OLD))))
        return new

    return copy_of(given.positional[0])


def with_parts(found: HeapObject, change: Callable[[Value], Value]) -> HeapObject:
    """An object with everything that is in it changed."""
    if isinstance(found, Sequence):
        if found.items is not None:
            return replace(found, items=tuple(change(item) for item in found.items))
        return replace(found, rest=change(found.rest), last=change(found.last))
    if isinstance(found, Mapped):
        return replace(
            found, entries={name: change(value) for name, value in found.entries.items()},
            keys={name: change(value) for name, value in found.keys.items()}, other_keys=change(found.other_keys),
            other_values=change(found.other_values),
        )  # fmt: skip
    return Instance(found.of, {name: change(value) for name, value in found.attributes.items()}, found.maybe)
