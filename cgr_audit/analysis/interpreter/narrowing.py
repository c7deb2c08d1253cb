"""What the outcome of a test says of integers and sizes: their intervals are narrowed."""

from __future__ import annotations

import ast
from collections.abc import Callable

from cgr_audit.analysis.domains.intervals import EMPTY, Interval, exactly, is_ordered, mirrored, narrowed
from cgr_audit.analysis.domains.polynomials import ZERO
from cgr_audit.analysis.interpreter.inlining import inline, object_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.objects import Instance, Mapped, Sequence, replace
from cgr_audit.analysis.interpreter.state import State, is_old
from cgr_audit.analysis.interpreter.values import NOTHING, Constant, Reference, Value, interval_of

__all__ = ["narrow_compared", "narrow_subscripted", "narrow_truth"]

_Change = Callable[[Interval], Interval | None]
"""Narrows an interval; ``None`` if nothing is left of it."""


def narrow_compared(
    interp: Interpreter, left: ast.expr, operator: type[ast.cmpop], right: ast.expr, frame: Frame, state: State
) -> bool:
    """Narrow both sides of a comparison that holds; tells whether anything is left."""
    if not is_ordered(operator):
        return True
    one, other = (interval_of(interp.last.get(side, NOTHING)) for side in (left, right))
    if one is None or other is None:
        return True
    return _narrow(interp, left, operator, other, frame, state) and _narrow(
        interp, right, mirrored(operator), one, frame, state
    )


def narrow_truth(interp: Interpreter, test: ast.expr, outcome: bool, frame: Frame, state: State) -> bool:
    """Narrow what a name, an attribute, an item or a length is, used as a test; tells whether anything is left."""
    known = interval_of(interp.last.get(test, NOTHING)) if isinstance(test, ast.BinOp) else None
    if known is not None and known.exact is not None and (known.is_positive if not outcome else known == EMPTY):
        return False

    def change(held: Interval) -> Interval | None:
        if not outcome:
            return narrowed(held, ast.Eq, EMPTY)
        if held.low is not None and held.low.is_never_negative:
            return narrowed(held, ast.GtE, exactly(1))
        return held._replace(hole=ZERO)

    if _is_length(test):
        return _narrow_size(interp, test.args[0], change, frame, state)  # type: ignore[attr-defined]
    if isinstance(test, ast.Call):
        return True
    return _narrow_number(test, change, frame, state) and _narrow_size(interp, test, change, frame, state)


def narrow_subscripted(interp: Interpreter, node: ast.Subscript, frame: Frame, state: State) -> None:
    """Where ``name[2]`` gave an element, the name is not empty.

    Not in a loop, where the cost of the iteration that fails here must count.
    """
    place = node.slice.value if isinstance(node.slice, ast.Constant) else None
    if interp.loop_depth or type(place) is not int or not isinstance(node.value, ast.Name):
        return
    _, held = object_of(node.value, frame, state)
    if not isinstance(held, Mapped):
        _narrow_size(interp, node.value, lambda size: size._replace(hole=ZERO), frame, state)


def _narrow(
    interp: Interpreter, place: ast.expr, operator: type[ast.cmpop], against: Interval, frame: Frame, state: State
) -> bool:
    if isinstance(place, ast.NamedExpr):
        place = place.target
    place = inline(interp, place, frame, state) or place
    if isinstance(place, ast.BinOp) and isinstance(place.op, ast.Add | ast.Sub):
        left, right = (interval_of(interp.last.get(side, NOTHING)) for side in (place.left, place.right))
        is_sum, narrows = isinstance(place.op, ast.Add), True
        if right is not None:
            rest = against - right.plain if is_sum else against + right.plain
            narrows = _narrow(interp, place.left, operator, rest.plain, frame, state)
        if left is not None and narrows:
            rest, sense = (against - left.plain, operator) if is_sum else (left.plain - against, mirrored(operator))
            narrows = _narrow(interp, place.right, sense, rest.plain, frame, state)
        return narrows

    def change(held: Interval) -> Interval | None:
        return narrowed(held, operator, against)

    if _is_length(place):
        return _narrow_size(interp, place.args[0], change, frame, state)  # type: ignore[attr-defined]
    return _narrow_number(place, change, frame, state)


def _is_length(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len" and len(node.args) == 1
    )


def _changed(value: Value, change: _Change) -> Value | None:
    """The same value with its integers narrowed; ``None`` if nothing is left."""
    result: Value = {}
    for key, item in value.items():
        held = item.interval
        if held is None:
            result[key] = item
            continue
        found = change(held)
        if found is not None:
            result[key] = item if type(item.payload) is Constant else item.measured(found, item.size)
    return result if result or not value else None


def _narrow_number(place: ast.expr, change: _Change, frame: Frame, state: State) -> bool:
    match place:
        case ast.Name(id=name):
            owner = frame.owner_of(name)
            cell = (-1 if owner is None else owner.number, name)
            value = state.cells.get(cell)
            if value is None or (owner is not None and owner.is_shared):
                return True
            found = _changed(value, change)
            if found is not None:
                state.cells[cell] = found
            return found is not None
        case ast.Attribute(value=holder, attr=attr):
            where, held = object_of(holder, frame, state)
            if not isinstance(held, Instance) or attr not in held.attributes or attr in held.maybe:
                return True
            found = _changed(held.attributes[attr], change)
            if found is not None:
                state.heap[where] = replace(held, attributes={**held.attributes, attr: found})
            return found is not None
        case ast.Subscript(value=holder, slice=ast.Constant(value=key)):
            where, held = object_of(holder, frame, state)
            if not isinstance(held, Mapped) or key not in held.entries or key in held.maybe or held.other_values:
                return True
            found = _changed(held.entries[key], change)
            if found is not None:
                state.heap[where] = replace(held, entries={**held.entries, key: found})
            return found is not None
    return True


def _narrow_size(interp: Interpreter, place: ast.expr, change: _Change, frame: Frame, state: State) -> bool:
    if isinstance(place, ast.NamedExpr):
        place = place.target
    value = interp.last.get(place, NOTHING)
    if isinstance(place, ast.Name):
        owner = frame.owner_of(place.id)
        value = state.cells.get((-1 if owner is None else owner.number, place.id), NOTHING)
    if len(value) != 1:
        return True
    (item,) = value.values()
    payload = item.payload
    if isinstance(payload, Reference):
        held = state.heap[payload.place]
        if isinstance(held, Instance) or is_old(payload.place):
            return True
        found = change(held.length)
        if found is None:
            return False
        is_open = held.items is None if isinstance(held, Sequence) else bool(held.other_keys or held.other_values)
        if is_open and found != held.length:
            state.heap[payload.place] = held.with_length(found)
        return True
    if item.size is not None and isinstance(place, ast.Name):
        found = change(item.size)
        if found is None:
            return False
        owner = frame.owner_of(place.id)
        state.cells[-1 if owner is None else owner.number, place.id] = {item.key: item.measured(item.number, found)}
    return True
