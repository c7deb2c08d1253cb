"""Tests: which way they go, and what is known of the values when they have gone that way."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable
from operator import eq, ge, gt, le, lt, ne
from types import MappingProxyType
from typing import Final

from cgr_audit.analysis.call_bound import expressions, objects, tested_calls
from cgr_audit.analysis.call_bound.arithmetic import known_number
from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.state import State, join_states
from cgr_audit.analysis.call_bound.values import ABSENT, Frame, Range, Value
from cgr_audit.analysis.comparisons import MIRRORED, NEGATED_NUMERIC
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, Bound, constant, maximum, minimum

__all__ = ["Ways", "branch", "truth"]

Ways = tuple[State | None, State | None]
"""The states in which a test holds and in which it does not; nothing where it cannot go that way."""


_COMPARISONS: Final = MappingProxyType({ast.Eq: eq, ast.NotEq: ne, ast.Lt: lt, ast.LtE: le, ast.Gt: gt, ast.GtE: ge})
_Change = Callable[[Range], Range | None]
"""Narrows a range; gives nothing where nothing is left of it."""


def branch(machine: Machine, state: State, test: ast.expr, frame: Frame) -> Ways:
    """Evaluate a test and part the ways; the state given is used up."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            holds, fails = branch(machine, state, operand, frame)
            return fails, holds
        case ast.BoolOp(op=operator, values=values):
            return _junction(machine, state, values, frame, stops_on=isinstance(operator, ast.Or))
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            return _comparison(machine, state, left, operator, right, frame)
        case ast.Call() | ast.Attribute():
            ways = tested_calls.part(machine, state, test, frame)
            if ways is not None:
                return ways
    value = expressions.evaluate(machine, state, test, frame)
    machine.may_raise(state)
    known = truth(machine, state, value)
    if known is not None:
        return (state, None) if known else (None, state)
    holds, fails = state, state.copy()
    if isinstance(test, ast.Name | ast.Attribute | ast.NamedExpr):
        place = test.target if isinstance(test, ast.NamedExpr) else test
        _narrow_truth(machine, holds, place, frame, holds=True)
        _narrow_truth(machine, fails, place, frame, holds=False)
    elif _is_length(test):
        return _narrowed(machine, holds, fails, test, ast.Gt, Range(ZERO, ZERO), frame)
    return holds, fails


def _junction(machine: Machine, state: State, values: list[ast.expr], frame: Frame, *, stops_on: bool) -> Ways:
    """``and`` and ``or``: the next test is made only where the one before has not decided."""
    decided: State | None = None
    going: State | None = state
    for value in values:
        if going is None:
            break
        holds, fails = branch(machine, going, value, frame)
        decided = join_states(decided, holds if stops_on else fails)
        going = fails if stops_on else holds
    return (decided, going) if stops_on else (going, decided)


def truth(machine: Machine, state: State, value: Value) -> bool | None:
    """Whether a value counts as true, where that is known."""
    if value.unknown or value.mixed:
        return None
    if value.const is not ABSENT:
        return bool(value.const)
    if value.callables:
        return True
    if objects.has_method(machine, state, value, "__bool__", "__len__"):
        return None
    sizes = [thing.size for _, thing in machine.things(state, value) if thing.kind != "object"]
    if value.refs and not sizes:
        return True if len(machine.things(state, value)) == len(value.refs) else None
    if value.size is not None:
        sizes.append(value.size)
    if value.number is not None:
        sizes.append(value.number)
    if sizes and all(size.low is not None and (size.low - ONE).is_certainly_never_negative for size in sizes):
        return True
    return False if sizes and all(size.integer == 0 for size in sizes) else None


def _comparison(
    machine: Machine, state: State, left: ast.expr, operator: ast.cmpop, right: ast.expr, frame: Frame
) -> Ways:
    one = expressions.evaluate(machine, state, left, frame)
    other = expressions.evaluate(machine, state, right, frame)
    machine.may_raise(state)
    own = isinstance(operator, ast.Eq | ast.NotEq) and any(
        objects.has_method(machine, state, part, "__eq__", "__ne__") for part in (one, other)
    )
    known = None if own else _decided(one, operator, other)
    if known is not None:
        return (state, None) if known else (None, state)
    holds, fails = state, state.copy()
    kind = type(operator)
    is_sure = not (one.unknown or other.unknown or one.mixed or other.mixed)
    if kind in NEGATED_NUMERIC and is_sure and one.number is not None and other.number is not None:
        going = _narrowed(machine, holds, fails, left, kind, other.number, frame)
        if going[0] is None or going[1] is None:
            return going
        return _narrowed(machine, going[0], going[1], right, MIRRORED[kind], one.number, frame)
    if (
        isinstance(operator, ast.Is | ast.Eq | ast.IsNot | ast.NotEq)
        and other.const is None
        and isinstance(left, ast.Name)
    ):
        is_none = holds if isinstance(operator, ast.Is | ast.Eq) else fails
        machine.assign(is_none, machine.variable(left.id, left, frame), Value(const=None))
    return holds, fails


def _decided(one: Value, operator: ast.cmpop, other: Value) -> bool | None:
    """Whether a comparison holds, where the values decide it."""
    if one.unknown or other.unknown or one.mixed or other.mixed:
        return None
    first, second = known_number(one), known_number(other)
    if first is not None and second is not None and (isinstance(first, float) or isinstance(second, float)):
        compare = _COMPARISONS.get(type(operator))
        return None if compare is None else compare(first, second)
    if one.const is not ABSENT and other.const is not ABSENT:
        same = type(one.const) is type(other.const) and one.const == other.const
        if isinstance(operator, ast.Is | ast.Eq):
            return same
        if isinstance(operator, ast.IsNot | ast.NotEq):
            return not same
        if isinstance(operator, ast.In | ast.NotIn) and isinstance(one.const, str) and isinstance(other.const, str):
            return (one.const in other.const) is isinstance(operator, ast.In)
        return None
    if isinstance(operator, ast.Is | ast.IsNot | ast.Eq | ast.NotEq) and (one.const is None or other.const is None):
        something = other if one.const is None else one
        is_something = bool(something.refs or something.callables or something.size or something.number)
        return isinstance(operator, ast.IsNot | ast.NotEq) if is_something else None
    if one.number is not None and other.number is not None and type(operator) in NEGATED_NUMERIC:
        if _certain(one.number, type(operator), other.number):
            return True
        if _certain(one.number, NEGATED_NUMERIC[type(operator)], other.number):
            return False
    return None


def _certain(one: Range, operator: type[ast.cmpop], other: Range) -> bool:
    if operator in {ast.Gt, ast.GtE}:
        return _certain(other, MIRRORED[operator], one)
    if operator is ast.Eq:
        return one.exact is not None and one.exact == other.exact
    if operator is ast.NotEq:
        return _certain(one, ast.Lt, other) or _certain(other, ast.Lt, one)
    if one.high is None or other.low is None:
        return False
    gap = other.low - one.high
    return (gap - ONE if operator is ast.Lt else gap).is_certainly_never_negative


def _narrowed(
    machine: Machine,
    holds: State,
    fails: State,
    place: ast.expr,
    operator: type[ast.cmpop],
    against: Range,
    frame: Frame,
) -> Ways:
    ways: list[State | None] = []
    for state, kind in ((holds, operator), (fails, NEGATED_NUMERIC[operator])):
        ways.append(state if _narrow(machine, state, place, kind, against, frame) else None)
    return ways[0], ways[1]


def _narrow(
    machine: Machine, state: State, place: ast.expr, operator: type[ast.cmpop], against: Range, frame: Frame
) -> bool:
    """Narrow what a place holds; false where nothing is left."""
    shift = 0
    if isinstance(place, ast.NamedExpr):
        place = place.target
    if isinstance(place, ast.BinOp) and isinstance(place.op, ast.Add | ast.Sub):
        by = place.right.value if isinstance(place.right, ast.Constant) else None
        if isinstance(by, int):
            shift = by if isinstance(place.op, ast.Add) else -by
            place = place.left
    against = against - Range(constant(shift), constant(shift)) if shift else against

    if machine.counters:
        _note_limit(machine, state, place, against, frame)

    def narrowed(held: Range) -> Range | None:
        return _met(held, operator, against)

    if _is_length(place) and isinstance(place, ast.Call):
        return _narrow_size(machine, state, place.args[0], narrowed, frame)
    return _narrow_number(machine, state, place, narrowed, frame)


def _narrow_number(machine: Machine, state: State, place: ast.expr, change: _Change, frame: Frame) -> bool:
    if isinstance(place, ast.Name):
        variable = machine.variable(place.id, place, frame)
        held = None if variable is None else state.variables.get(variable)
        if (
            held is None
            or held.number is None
            or held.unknown
            or variable is None
            or variable[0] in machine.shared_frames
        ):
            return True
        found = change(held.number)
        if found is not None:
            state.variables[variable] = held._replace(number=found)
        return found is not None or held.mixed
    if isinstance(place, ast.Attribute | ast.Subscript):
        ref = machine.only(expressions.evaluate(machine, state.copy(), place.value, frame))
        thing = None if ref is None else state.things.get(ref)
        name = _field_name(place)
        field = None if thing is None or thing.fields is None or name is None else thing.fields.get(name)
        if ref is None or thing is None or name is None or field is None or field.number is None or field.unknown:
            return True
        if (thing.kind == "object") is not isinstance(place, ast.Attribute):
            return True
        found = change(field.number)
        if found is not None:
            state.things[ref] = thing._replace(fields={**(thing.fields or {}), name: field._replace(number=found)})
        return found is not None or field.mixed
    return True


def _field_name(place: ast.Attribute | ast.Subscript) -> str | None:
    if isinstance(place, ast.Attribute):
        return place.attr
    key = place.slice
    return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None


def _note_limit(machine: Machine, state: State, place: ast.expr, against: Range, frame: Frame) -> None:
    """A counter is compared with this: it may be its limit."""
    name = getattr(place, "id", None) if isinstance(place, ast.Name) else None
    if isinstance(place, ast.Attribute | ast.Subscript):
        name = _field_name(place)
    if name not in machine.counters:
        return
    cell: Hashable = None
    if isinstance(place, ast.Name):
        variable = machine.variable(place.id, place, frame)
        cell = None if variable is None else ("number", variable)
    elif isinstance(place, ast.Attribute | ast.Subscript):
        ref = machine.only(expressions.evaluate(machine, state.copy(), place.value, frame))
        cell = None if ref is None else (ref, name)
    if cell is not None:
        held = machine.limits.setdefault(cell, set())
        ends = [end for end in {against.low, against.high} if end is not None and end.value is not None]
        held.update(near for end in ends for near in (end, end + ONE, end - ONE))


def _narrow_size(machine: Machine, state: State, place: ast.expr, change: _Change, frame: Frame) -> bool:
    value = expressions.evaluate(machine, state.copy(), place, frame)
    ref = machine.only(value)
    if ref is not None and ref in state.things:
        found = change(state.things[ref].size)
        if found is not None:
            state.things[ref] = state.things[ref]._replace(size=found)
        return found is not None
    if isinstance(place, ast.Name) and value.size is not None and not value.mixed and not value.unknown:
        variable = machine.variable(place.id, place, frame)
        found = change(value.size)
        if found is not None and variable is not None and variable[0] not in machine.shared_frames:
            state.variables[variable] = value._replace(size=found)
        return found is not None
    return True


def _narrow_truth(machine: Machine, state: State, place: ast.expr, frame: Frame, *, holds: bool) -> None:
    def positive(held: Range) -> Range | None:
        if not holds:
            return held._replace(low=ZERO, high=ZERO)
        if held.low is not None and held.low.is_never_negative:
            return held._replace(low=maximum(held.low, ONE))
        return held._replace(hole=ZERO)

    _narrow_number(machine, state, place, positive, frame)
    value = expressions.evaluate(machine, state.copy(), place, frame)
    if not value.mixed or holds:
        _narrow_size(machine, state, place, positive, frame)


def _met(held: Range, operator: type[ast.cmpop], against: Range) -> Range | None:
    """What is left of a range by a comparison with another; nothing where nothing is left."""
    low, high = held.low, held.high
    if operator in {ast.Lt, ast.LtE, ast.Eq} and against.high is not None:
        high = _smaller(high, against.high - ONE if operator is ast.Lt else against.high)
    if operator in {ast.Gt, ast.GtE, ast.Eq} and against.low is not None:
        low = _bigger(low, against.low + ONE if operator is ast.Gt else against.low)
    if operator is ast.NotEq and against.exact is not None:
        low = low + ONE if low == against.exact and low is not None else low
        high = high - ONE if high == against.exact and high is not None else high
        held = held._replace(hole=against.exact)
    if low is not None and high is not None and (low - high - ONE).is_certainly_never_negative:
        return None
    return held._replace(low=low, high=high)


def _smaller(one: Bound | None, other: Bound) -> Bound:
    return other if one is None else minimum(one, other)


def _bigger(one: Bound | None, other: Bound) -> Bound:
    return other if one is None else maximum(one, other)


def _is_length(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len" and len(node.args) == 1
    )
