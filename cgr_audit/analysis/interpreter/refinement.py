"""What the outcome of a test says of the variables in it: constants that contradict it are left out."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType

from cgr_audit.analysis import pure
from cgr_audit.analysis.domains.intervals import negated
from cgr_audit.analysis.domains.polynomials import ZERO, maximum
from cgr_audit.analysis.interpreter.conditions import is_answer_set
from cgr_audit.analysis.interpreter.heap import constants_of, truth_of
from cgr_audit.analysis.interpreter.inlining import inline, object_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.narrowing import narrow_compared, narrow_truth
from cgr_audit.analysis.interpreter.objects import Instance, Mapped, Suspended, replace
from cgr_audit.analysis.interpreter.remaining_elements import is_count
from cgr_audit.analysis.interpreter.state import State, is_old
from cgr_audit.analysis.interpreter.values import (
    NO_CONTROL,
    NOTHING,
    UNKNOWN,
    AbstractValue,
    Class,
    Constant,
    Function,
    Reference,
    Value,
    interval_of,
    merge_controls,
    single,
    taint_of,
    with_interval,
)
from cgr_audit.analysis.scopes import BindingKind

__all__ = ["is_identical", "refine"]


def refine(interp: Interpreter, test: ast.expr, outcome: bool, frame: Frame, state: State) -> State | None:
    """Narrow the variables of ``state``, in which ``test`` has this outcome; ``None`` if no value is left."""
    plain = inline(interp, test, frame, state)
    if plain is not None:
        return refine(interp, plain, outcome, frame, state)
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return refine(interp, operand, not outcome, frame, state)
        case ast.BoolOp(op=op, values=values) if isinstance(op, ast.And) is outcome:
            for value in values:
                if refine(interp, value, outcome, frame, state) is None:
                    return None
        case ast.Name() | ast.Attribute() | ast.Subscript() | ast.Call() | ast.BinOp():
            _keep(test, frame, state, lambda item: truth_of(item, state) is not (not outcome))
            if isinstance(test, ast.Name):
                _drawn(interp, test, _only_draw(interp, test), frame, state)
            return state if narrow_truth(interp, test, outcome, frame, state) else None
        case ast.NamedExpr(target=target, value=draw):
            narrowed = refine(interp, target, outcome, frame, state)
            return None if narrowed is None else _drawn(interp, target, draw, frame, narrowed)
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            _refine_compared(interp, left, ops, comparators, outcome, frame, state)
            if isinstance(left, ast.NamedExpr):
                _drawn(interp, left.target, left.value, frame, state)
            elif isinstance(left, ast.Name):
                _drawn(interp, left, _only_draw(interp, left), frame, state)
            if len(ops) == 1 or outcome:
                lefts = [left, *comparators[:-1]]
                for one, kind, other in zip(lefts, map(type, ops), comparators, strict=True):
                    operator = kind if outcome else _CONTRARY.get(kind, kind)
                    if not narrow_compared(interp, one, operator, other, frame, state):
                        return None
    return state


def _only_draw(interp: Interpreter, name: ast.Name) -> ast.expr | None:
    """The draw that alone gives a variable its values, and alone draws with a default from its iterator."""
    if not interp.drawn:
        return None
    bindings = interp.scopes.bindings_of(name)
    draw = bindings[0].value if len(bindings) == 1 and bindings[0].kind is BindingKind.ASSIGNMENT else None
    places = [place for place, _ in interp.drawn.values()]
    return draw if draw in interp.drawn and places.count(interp.drawn[draw][0]) == 1 else None


def _drawn(interp: Interpreter, target: ast.Name, draw: ast.expr | None, frame: Frame, state: State) -> State:
    """Where a draw did not give its default, an element more is gone."""
    place, default = (None, NOTHING) if draw is None else interp.drawn.get(draw, (None, NOTHING))
    owner = frame.owner_of(target.id)
    value = state.cells.get((-1 if owner is None else owner.number, target.id), NOTHING)
    found = None if place is None else state.heap.get(place)
    if not isinstance(found, Suspended) or place is None or not value or value.keys() & default.keys() or is_old(place):
        return state
    attributes = dict(found.attributes)
    for name, count in found.attributes.items():
        held = interval_of(count)
        if is_count(name) and held is not None:
            low = ZERO if held.low is None else maximum(held.low, ZERO)
            attributes[name] = with_interval(count, held._replace(low=low))
    state.write(place, replace(found, attributes=attributes))
    return state


_CONTRARY: Mapping[type[ast.cmpop], type[ast.cmpop]] = MappingProxyType({
    **{kind: negated(kind) for kind in (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)},
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
})  # fmt: skip


def _refine_compared(
    interp: Interpreter, left: ast.expr, ops: list[ast.cmpop], comparators: list[ast.expr], outcome: bool, frame: Frame,
    state: State,
) -> None:  # fmt: skip
    if len(ops) > 1:
        return
    op, right = ops[0], comparators[0]
    name = left.target if isinstance(left, ast.NamedExpr) else left
    constants = constants_of(interp.last.get(right, NOTHING))
    if isinstance(op, ast.Is | ast.IsNot):
        whole, same = interp.last.get(right, NOTHING), isinstance(op, ast.Is) is outcome
        _keep(name, frame, state, lambda item: is_identical(interp, item, whole) is not (not same))
    if isinstance(op, ast.In) is outcome and isinstance(op, ast.In | ast.NotIn):
        members = interp.last.get(right, NOTHING)
        if is_answer_set(members, state):  # nothing extracted is not among the answers there are
            _keep(name, frame, state, lambda item: not (
                isinstance(item.payload, Constant) and interp.is_missing(item.payload.constant)))  # fmt: skip
    elif constants is not None and len(constants) == 1:
        _keep(name, frame, state, lambda item: _agrees(item, op, constants[0], outcome))


def is_identical(interp: Interpreter, item: AbstractValue, other: Value) -> bool | None:
    """Whether one thing is the object that the module made once, where that can be told."""
    sole = next(iter(other.values())).payload if len(other) == 1 else None
    if isinstance(sole, Reference):
        frame = interp.frames.get(sole.place[1])
        if frame is None or not isinstance(frame.node, ast.Module):
            return None
    elif not isinstance(sole, Class | Function):
        return None
    if item.payload == sole:
        return True
    return None if item.taint & UNKNOWN else False


def _agrees(item: AbstractValue, op: ast.cmpop, constant: object, outcome: bool) -> bool:
    if not isinstance(item.payload, Constant):
        return True
    try:
        return pure.compare(op, item.payload.constant, constant) is outcome
    except pure.Unfoldable:
        return True


def _keep(target: ast.expr, frame: Frame, state: State, test: Callable[[AbstractValue], bool]) -> None:
    """Leave out of a variable, of an object's attribute or of what stands under a constant key what fails the test."""
    match target:
        case ast.Name(id=name):
            owner = frame.owner_of(name)
            cell = (-1 if owner is None else owner.number, name)
            kept = _narrowed(state.cells.get(cell, NOTHING), test)
            if kept:
                state.cells[cell] = kept
        case ast.Attribute(value=ast.Name() as holder, attr=attr):
            owner = frame.owner_of(holder.id)
            cell = (-1 if owner is None else owner.number, holder.id)
            value = state.cells.get(cell, NOTHING)
            if not any(
                _narrowed(one.attributes.get(attr, NOTHING), test)
                for item in value.values()
                if isinstance(item.payload, Reference)
                and isinstance(one := state.heap[item.payload.place], Instance)
                and attr not in one.maybe
            ):
                return
            place, found = object_of(holder, frame, state)
            if place is None:
                place = state.focus(value, target, frame.number)
                if place is None:
                    return
                found = state.heap[place]
                controls = NO_CONTROL
                for item in value.values():
                    controls = merge_controls(controls, item.controls)
                state.cells[cell] = single(AbstractValue(Reference(place), taint_of(value), controls))
            if isinstance(found, Instance) and attr not in found.maybe:
                kept = _narrowed(found.attributes.get(attr, NOTHING), test) or found.attributes.get(attr, NOTHING)
                state.heap[place] = replace(found, attributes={**found.attributes, attr: kept})
        case (
            ast.Subscript(value=ast.Name() as holder, slice=ast.Constant(value=key))
            | ast.Call(func=ast.Attribute(value=ast.Name() as holder, attr="get"), args=[ast.Constant(value=key), *_])
        ):
            place, found = object_of(holder, frame, state)
            if isinstance(found, Mapped) and key not in found.maybe:
                kept = _narrowed(found.entries.get(key, NOTHING), test)
                if kept:
                    state.write(place, replace(found, entries={**found.entries, key: kept}))


def _narrowed(value: Value, test: Callable[[AbstractValue], bool]) -> Value:
    """The alternatives that pass; ``NOTHING`` if none or all do."""
    kept = {key: item for key, item in value.items() if test(item)} if len(value) > 1 else NOTHING
    return kept if len(kept) < len(value) else NOTHING
