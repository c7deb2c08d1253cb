"""What an iterator reads whenever it is drawn from: its size and cost hold only while that stays what it was.

A generator runs at once where it is called. What it read is kept as it was then; where it is found changed when an
element is asked for, there is no bound.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import NamedTuple

from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.state import State, Variable, map_thing, map_value, refs_in
from cgr_audit.analysis.call_bound.values import ClassOf, Closure, Frame, Ref, Thing, Toll, Value, join_tolls
from cgr_audit.analysis.domains.polynomials import ZERO

__all__ = ["Reading", "is_used_up", "keep_unchanged", "unchanged", "with_readings"]

_USING_UP = frozenset(
    f"builtins.{name}"
    for name in ("all", "any", "dict", "frozenset", "list", "max", "min", "set", "sorted", "sum", "tuple")
) | {"collections.Counter", "collections.deque", "statistics.mean", "statistics.mode"}


class Reading(NamedTuple):
    """The variables and things that an iterator reads, as they were when it was made."""

    variables: dict[Variable, Value]
    things: dict[Ref, Thing]
    attributes: frozenset[str]
    """What is read of objects."""


def with_readings(
    machine: Machine,
    state: State,
    made: Value,
    node: ast.AST,
    frame: Frame,
    parts: Iterable[tuple[ast.AST, Frame | None]],
    given: Iterable[Value],
) -> Value:
    """An iterator made at a node that runs these parts of the program with some values, unless it is used up there."""
    if is_used_up(machine, node):
        return made
    reading, toll = _reading(machine, state, list(parts), list(given))
    if reading.variables or reading.things:
        machine.readings[node, frame.key] = _with_earlier(machine, reading, node, frame)
        toll = join_tolls(toll, Toll(ZERO, ZERO, frozenset({(node, frame.key)})))
    return made if toll is None else made._replace(toll=join_tolls(made.toll, toll))


def unchanged(machine: Machine, state: State, value: Value, node: ast.AST) -> Value:
    """A value that is used; where it is an iterator, what that reads has to be what it was."""
    if value.toll is not None:
        keep_unchanged(machine, state, value.toll, node)
    return value


def keep_unchanged(machine: Machine, state: State, toll: Toll, node: ast.AST) -> None:
    """Give up where something that an iterator reads is no longer what it was."""
    if _is_changed(machine, state, toll):
        machine.give_up(state, node, "what this iterator reads is changed before it is asked for all its elements")


def _is_changed(machine: Machine, state: State, toll: Toll) -> bool:
    for key in toll.readings:
        reading = machine.readings[key]
        for variable, value in reading.variables.items():
            held = state.variables.get(variable, value)
            if held is not value and map_value(held, _untagged) != map_value(value, _untagged):
                return True
        for ref, thing in reading.things.items():
            now = state.things.get(ref)
            if now is not thing and (now is None or _seen(now, reading.attributes) != _seen(thing, reading.attributes)):
                return True
    return False


def _with_earlier(machine: Machine, reading: Reading, node: ast.AST, frame: Frame) -> Reading:
    """What is read also by the iterators made here before, unless a loop has used them up."""
    earlier = machine.readings.get((node, frame.key))
    if earlier is None or isinstance(machine.index.parent(node), ast.For | ast.comprehension):
        return reading
    return reading._replace(things={**earlier.things, **reading.things})


def is_used_up(machine: Machine, node: ast.AST) -> bool:
    """Whether an iterator is asked for all its elements where it is made."""
    match machine.index.parent(node):
        case ast.Starred():
            return True
        case ast.Call(func=ast.Attribute(value=ast.Constant(), attr="join")):
            return True
        case ast.Call(func=function) if function is not node:
            return machine.scopes.qualified_name(function) in _USING_UP
    return False


def _reading(
    machine: Machine, state: State, parts: list[tuple[ast.AST, Frame | None]], given: list[Value]
) -> tuple[Reading, Toll | None]:
    variables: dict[Variable, Value] = {}
    attributes: set[str] = set()
    values = given
    for part, frame in _run_by(machine, parts, given):
        inside = {*ast.walk(part)}
        machine.step(len(inside) >> 4)
        for node in inside:
            if isinstance(node, ast.Attribute):
                attributes.add(node.attr)
            if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
                continue
            found = machine.scopes.lookup(node)
            variable = machine.variable(node.id, node, frame or machine.root)
            if found is None or variable is None or variable not in state.variables or found.scope.node in inside:
                continue
            values = [*values, state.variables[variable]]
            if len(found.bindings) > 1 or node.id in machine.shared_names:
                variables[variable] = state.variables[variable]
    toll: Toll | None = None
    for value in values:
        if value.toll is not None:
            toll = join_tolls(toll, Toll(ZERO, ZERO, value.toll.readings))
    names = frozenset(attributes)
    things = _things(state, values, names)
    classes = [thing.cls for thing in things.values() if thing.cls is not None]
    classes += [held for value in values for held in value.callables if isinstance(held, ClassOf)]
    for cls in classes:
        classes += [base for base in cls.bases if base not in classes]
        for name in names:
            variable = (cls.frame.key, (name, cls.node))
            if variable in state.variables:
                variables[variable] = state.variables[variable]
    return Reading(variables, things, names), toll


def _run_by(
    machine: Machine, parts: list[tuple[ast.AST, Frame | None]], given: list[Value]
) -> list[tuple[ast.AST, Frame | None]]:
    """Parts of the program, and the functions that they or the given callables may call."""
    whole = parts + [
        (held.node, held.frame) for value in given for held in value.callables if isinstance(held, Closure)
    ]
    known = {part for part, _ in whole}
    called = {
        function
        for part, _ in whole
        for node in ast.walk(part)
        if isinstance(node, ast.Call | ast.Attribute)
        for function in machine.graph.targets(node).all_functions
    }
    reached = machine.graph.reachable([*called]) if called else ()
    frames = [frame for _, frame in whole]
    return whole + [
        (function, frames[0] if frames else None)
        for function in reached
        if isinstance(function, ast.AST) and function not in known
    ]


def _things(state: State, values: list[Value], attributes: frozenset[str]) -> dict[Ref, Thing]:
    """Everything mutable that can be reached from some values, through attributes that are read."""
    found: dict[Ref, Thing] = {}
    waiting = [ref for value in values for ref in refs_in(value)]
    while waiting:
        ref = waiting.pop()
        if ref in found or ref not in state.things:
            continue
        thing = _seen(state.things[ref], attributes)
        found[ref] = state.things[ref]
        held = [thing.element, thing.keys, *(thing.parts or ()), *(thing.fields or {}).values()]
        waiting += [inner for value in held if value is not None for inner in refs_in(value)]
    return found


def _seen(thing: Thing, attributes: frozenset[str]) -> Thing:
    """What is read of a thing, without what loops note of it."""
    if thing.kind == "object" and thing.fields is not None:
        thing = thing._replace(fields={name: value for name, value in thing.fields.items() if name in attributes})
    return map_thing(thing._replace(size=thing.size._replace(tag=None)), _untagged)


def _untagged(value: Value) -> Value:
    number = None if value.number is None else value.number._replace(tag=None)
    size = None if value.size is None else value.size._replace(tag=None)
    return value._replace(number=number, size=size)
