"""Recursion: followed one activation after the other where an argument counts, else bounded by how an argument shrinks.

The second way studies one activation by itself, with its arguments unknown but for how a recursive call's differ from
its own. An argument that every recursive call moves by at least one towards a test that every recursive call has passed
bounds how deep the calls nest.
"""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound import activations, counters, outside
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.machine import Machine, Sink
from cgr_audit.analysis.call_bound.recursion_depth import Study
from cgr_audit.analysis.call_bound.recursion_study import note_call, study_call
from cgr_audit.analysis.call_bound.sequences import elements
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import TOP, Closure, Frame, Value
from cgr_audit.analysis.domains.cost import Endless
from cgr_audit.analysis.scopes import Function

__all__ = ["begin", "recur"]

_DEEPEST = 24


def recur(machine: Machine, state: State, closure: Closure, arguments: Arguments, site: ast.AST, frame: Frame) -> Value:
    """A call of a function that is running already."""
    node = closure.node
    study = machine.studied.get(node)
    if isinstance(study, Study):
        note_call(machine, state, closure, arguments, study, frame)
        state.recursions += 1
        counters.forget(state)
        return TOP
    if node not in machine.reaching and (machine.is_idle() or not _is_worth(machine, state, arguments)):
        outside.escape(machine, state, arguments)
        return TOP
    depth = machine.active.count(node)
    last = machine.activations[len(machine.active) - 1 - machine.active[::-1].index(node)]
    if (_is_worth(machine, state, arguments) and arguments != last) or _is_on_another(machine, state, node, arguments):
        if depth >= _DEEPEST:
            raise TooDeep(node)
        if depth > 1:
            return activations.enter(machine, state, closure, arguments, site, frame)
        way = state.copy()
        value = _unrolled(machine, way, closure, arguments, site, frame)
        if value is not None:
            state.become(way)
            return value
    return study_call(machine, state, closure, arguments, frame)


def begin(machine: Machine, state: State, closure: Closure, arguments: Arguments, frame: Frame) -> Value | None:
    """The first call of a function that calls itself, bounded as a whole; nothing where that says too little."""
    node = closure.node
    if node not in machine.graph.callees(node) or node not in machine.reaching or node in machine.studied:
        return None
    if _is_worth(machine, state, arguments):
        return None
    way, seen, growing = state.copy(), len(machine.sites_seen), len(machine.growing)
    outer, machine.sink = machine.sink, Sink()
    value = study_call(machine, way, closure, arguments, frame)
    inner, machine.sink = machine.sink, outer
    if isinstance(way.cost, Endless):
        del machine.sites_seen[seen:], machine.growing[growing:]
        return None
    outer.take_failures(inner)
    state.become(way)
    return value


class TooDeep(Exception):  # noqa: N818  not an error: the recursion is bounded in another way
    """A function calls itself too often to be followed one activation after the other."""


def _unrolled(
    machine: Machine, state: State, closure: Closure, arguments: Arguments, site: ast.AST, frame: Frame
) -> Value | None:
    """Follow a recursion to its end; nothing where that is too far."""
    sink, running, catching = machine.sink, len(machine.active), machine.catching
    studied = dict(machine.studied)
    try:
        return activations.enter(machine, state, closure, arguments, site, frame)
    except TooDeep as reached:
        if reached.args[0] is not closure.node:
            raise
    machine.sink, machine.catching, machine.studied, machine.moving = sink, catching, studied, None
    del machine.active[running:], machine.activations[running:]
    return None


def _is_on_another(machine: Machine, state: State, node: Function, arguments: Arguments) -> bool:
    """Whether a function is called with an object that no running activation of it was called with."""
    objects = {
        ref
        for value in arguments.values
        if (ref := machine.only(value)) is not None and ref in state.things and state.things[ref].kind == "object"
    }
    for function, given in zip(machine.active, machine.activations, strict=True):
        if function is node:
            objects -= {ref for value in given.values for ref in value.refs}
    return bool(objects)


def _is_worth(machine: Machine, state: State, arguments: Arguments) -> bool:
    """Whether some argument is a known number, or a sequence of known length, so that tests on it decide."""
    return any(
        (value.number is not None and value.number.integer is not None and not value.mixed)
        or ((value.size is not None or value.refs) and elements(machine, state, value).size.integer is not None)
        for value in arguments.values
        if not value.unknown and not value.callables
    )
