"""``target op= value`` and ``del target``."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound import calls, objects, operations
from cgr_audit.analysis.call_bound.containers import item_of, put
from cgr_audit.analysis.call_bound.expressions import combine, evaluate
from cgr_audit.analysis.call_bound.machine import ListChanged, Machine
from cgr_audit.analysis.call_bound.sequences import elements
from cgr_audit.analysis.call_bound.state import State, cached
from cgr_audit.analysis.call_bound.targets import forget_attribute, set_attribute
from cgr_audit.analysis.call_bound.values import (
    TOP,
    Frame,
    Range,
    Value,
    exactly,
)
from cgr_audit.analysis.calls.special_methods import OPERATORS
from cgr_audit.analysis.domains.polynomials import ONE, ZERO
from cgr_audit.analysis.expression_text import text_of

__all__ = ["assign_augmented", "counted_step", "delete"]


def assign_augmented(machine: Machine, state: State, node: ast.AugAssign, frame: Frame) -> None:
    """``target op= value``; a list is made longer in place."""
    target = node.target
    reading = ast.copy_location(_as_load(target), target)
    if isinstance(target, ast.Name):
        variable = machine.variable(target.id, target, frame)
        old = state.variables.get(variable, TOP) if variable is not None else TOP
    elif isinstance(target, ast.Attribute):
        holder = evaluate(machine, state, target.value, frame)
        old = objects.member(machine, state, holder, reading, frame)  # type: ignore[arg-type]
    else:
        holder = evaluate(machine, state, target.value, frame)
        key = evaluate(machine, state, target.slice, frame) if not isinstance(target.slice, ast.Slice) else TOP
        found = operations.operate(machine, state, (holder, target.value), "__getitem__", (key,), target, frame)
        old = item_of(machine, state, holder, key) if found is None else found
    value = evaluate(machine, state, node.value, frame)
    if old.is_list:
        raise ListChanged
    own = _operated(machine, state, old, value, node, frame)
    if own is None and old.refs and isinstance(node.op, ast.Add | ast.BitOr):
        more = elements(machine, state, value)
        calls.append(machine, state, old, more.each, certain=isinstance(node.op, ast.Add), count=more.size)
        return
    new = combine(machine, state, old, node.op, value, node, frame) if own is None else own
    machine.moving = _step(node.op, value)
    if isinstance(target, ast.Subscript):
        given = (key, new)
        if operations.operate(machine, state, (holder, target.value), "__setitem__", given, target, frame) is None:
            put(machine, state, holder, key, new, may_be_there=False)
    elif isinstance(target, ast.Attribute):
        set_attribute(machine, state, holder, target.attr, new, target)
    else:
        machine.assign(state, variable, new)
    machine.moving = None


def _operated(
    machine: Machine, state: State, old: Value, value: Value, node: ast.AugAssign, frame: Frame
) -> Value | None:
    """What the method of an operator gives that changes an object, or else that makes a new one."""
    name = OPERATORS[type(node.op)]
    found = operations.operate(machine, state, (old, node.target), f"__i{name}__", (value,), node, frame)
    if found is not None:
        return found
    return operations.operate_with(machine, state, (old, node.target), node.op, (value, node.value), node, frame)


def _step(operator: ast.operator, value: Value) -> int | None:
    """By how much ``target += value`` moves its target."""
    step = None if value.number is None or value.unknown or value.mixed else value.number.integer
    if step is None or not isinstance(operator, ast.Add | ast.Sub):
        return None
    return step if isinstance(operator, ast.Add) else -step


def counted_step(machine: Machine, targets: list[ast.expr], value: ast.expr) -> int | None:
    """By how much ``x = x + 1`` moves its target."""
    match targets, value:
        case [ast.Name() | ast.Attribute() as target], ast.BinOp(
            left=left, op=operator, right=ast.Constant(value=int())
        ):
            if getattr(target, "id", getattr(target, "attr", None)) not in machine.counters:
                return None
            if text_of(target) == text_of(left):
                return _step(operator, exactly(value.right.value))  # type: ignore[attr-defined]
    return None


def _as_load(target: ast.expr) -> ast.expr:
    if isinstance(target, ast.Attribute):
        return ast.Attribute(target.value, target.attr, ast.Load())
    return target


def delete(machine: Machine, state: State, target: ast.expr, frame: Frame) -> None:
    """``del target``; what a name or an attribute stands for without it is not followed."""
    if isinstance(target, ast.Tuple | ast.List):
        for part in target.elts:
            delete(machine, state, part, frame)
    if isinstance(target, ast.Name):
        variable = machine.variable(target.id, target, frame)
        if variable in state.variables:
            machine.assign(state, variable, TOP)
    if isinstance(target, ast.Attribute):
        holder = evaluate(machine, state, target.value, frame)
        forget_attribute(machine, state, holder, target.attr, target)
        for ref, thing in state.things.items():
            if thing.fields is not None and cached(target.attr) in thing.fields:
                left = {name: value for name, value in thing.fields.items() if name != cached(target.attr)}
                state.things[ref] = thing._replace(fields=left)
    if isinstance(target, ast.Subscript):
        holder = evaluate(machine, state, target.value, frame)
        if holder.is_list:
            raise ListChanged
        calls.keep_namespaces(machine, state, holder)
        is_slice = isinstance(target.slice, ast.Slice)
        if not is_slice:
            machine.takes(state, [thing.size for _, thing in machine.things(state, holder)])
        for ref, thing in machine.things(state, holder):
            low = ZERO if is_slice else (thing.size - Range(ONE, ONE)).low
            low = low if low is not None and low.is_never_negative else ZERO
            shrunk = thing.size if is_slice else thing.size - Range(ONE, ONE)
            size = shrunk._replace(low=low, high=thing.size.high if is_slice else shrunk.high)
            if is_slice:
                size = size._replace(tag=None if size.tag is None else size.tag._replace(low=None))
            machine.change(
                state,
                Value(refs=frozenset({ref})),
                {ref: thing._replace(size=size, parts=None, fields=None, is_complete=False)},
            )
