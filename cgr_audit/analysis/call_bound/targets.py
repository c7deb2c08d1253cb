"""Targets of assignments: names, attributes, items, and several at once."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound import expressions, objects, operations
from cgr_audit.analysis.call_bound.containers import (
    changed_slice,
    put,
)
from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.sequences import elements, section
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import (
    TOP,
    ClassOf,
    Frame,
    Outside,
    Range,
    Thing,
    Value,
    join,
)
from cgr_audit.analysis.domains.polynomials import constant

__all__ = ["forget_attribute", "set_attribute", "store"]

_NOT_FOLLOWED = "what this attribute is used for is not followed"
_OF_EVERY_OBJECT = frozenset({"__class__", "__dict__"})


def store(machine: Machine, state: State, target: ast.expr, value: Value, frame: Frame) -> None:
    """Assign a value to a target."""
    match target:
        case ast.Name(id=name):
            machine.assign(state, machine.variable(name, target, frame), value)
        case ast.Tuple(elts=targets) | ast.List(elts=targets):
            _unpack(machine, state, targets, value, frame)
        case ast.Starred(value=inner):
            store(machine, state, inner, value, frame)
        case ast.Attribute(value=base, attr=name):
            set_attribute(machine, state, expressions.evaluate(machine, state, base, frame), name, value, target)
        case ast.Subscript(value=base, slice=key):
            holder = expressions.evaluate(machine, state, base, frame)
            place = expressions.evaluate(machine, state, key, frame) if not isinstance(key, ast.Slice) else TOP
            given = (place, value)
            if operations.operate(machine, state, (holder, base), "__setitem__", given, target, frame) is not None:
                return
            if isinstance(key, ast.Slice):
                changed_slice(machine, state, holder)
            else:
                put(machine, state, holder, place, value, may_be_there=True)


def _unpack(machine: Machine, state: State, targets: list[ast.expr], value: Value, frame: Frame) -> None:
    source = elements(machine, state, value)
    starred = [place for place, target in enumerate(targets) if isinstance(target, ast.Starred)]
    parts = source.parts
    if parts is not None and not starred and len(parts) == len(targets):
        for target, part in zip(targets, parts, strict=True):
            store(machine, state, target, part, frame)
        return
    for place, target in enumerate(targets):
        if isinstance(target, ast.Starred):
            rest = section(source.size, Range(constant(len(targets) - 1), constant(len(targets) - 1)), None, None)
            store(
                machine,
                state,
                target.value,
                machine.make(state, target, frame, Thing("list", rest, source.each)),
                frame,
            )
        elif parts is not None and starred and place < starred[0] and place < len(parts):
            store(machine, state, target, parts[place], frame)
        else:
            store(machine, state, target, source.each, frame)


def set_attribute(machine: Machine, state: State, holder: Value, name: str, value: Value, node: ast.AST) -> None:
    """``holder.name = value``, of an object or of a class."""
    for held in holder.callables:
        if isinstance(held, ClassOf) and not name.startswith("__"):
            variable = (held.frame.key, (name, held.node))
            old = state.variables.get(variable)
            is_certain = len(holder.callables) == 1 and not holder.mixed and not holder.unknown
            machine.assign(state, variable, value if is_certain else join(old or TOP, value))
        elif isinstance(held, ClassOf | Outside):
            machine.give_up(state, node, _NOT_FOLLOWED)
    if name in _OF_EVERY_OBJECT and holder.refs:
        machine.give_up(state, node, _NOT_FOLLOWED)
    if holder.unknown:
        _forget_anywhere(state, name)
        objects.forget_assigned(machine, state, name)
    if objects.assign_property(machine, state, holder, name, value, node):
        return
    changed = {}
    certain = machine.only(holder)
    for ref, thing in machine.things(state, holder):
        fields = dict(thing.fields or {})
        slack = machine.counters.get(name)
        if slack is not None:
            fields[slack] = machine.slack((ref, slack), value, fields.get(slack)) if ref == certain else TOP
        fields[name] = value if ref == certain or name not in fields else join(fields[name], value)
        changed[ref] = thing._replace(fields=fields)
    machine.change(state, holder, changed)


def forget_attribute(machine: Machine, state: State, holder: Value, name: str, node: ast.AST) -> None:
    """An attribute is taken away: what its class gives instead is not followed."""
    if any(isinstance(held, ClassOf | Outside) for held in holder.callables) or name in _OF_EVERY_OBJECT:
        set_attribute(machine, state, holder, name, TOP, node)
    if holder.unknown:
        _forget_anywhere(state, name)
    for ref, thing in machine.things(state, holder):
        if thing.fields is not None and name in thing.fields:
            fields = {**thing.fields, name: TOP}
            slack = machine.counters.get(name)
            state.things[ref] = thing._replace(fields=fields if slack is None else {**fields, slack: TOP})


def _forget_anywhere(state: State, name: str) -> None:
    """An attribute of an unknown object is set: any class or object that has one may be it."""
    for variable in state.variables:
        label = variable[1]
        if isinstance(label, tuple) and label[0] == name and isinstance(label[1], ast.ClassDef):
            state.variables[variable] = join(state.variables[variable], TOP)
    for ref, thing in state.things.items():
        if thing.kind == "object" and thing.fields is not None and name in thing.fields:
            state.things[ref] = thing._replace(fields={**thing.fields, name: TOP})
