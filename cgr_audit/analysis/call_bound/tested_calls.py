"""Calls whose result is tested: what is known when it is true is told from what is known when it is false."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound import activations, calls, expressions, objects, refine
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import (
    TOP,
    Closure,
    Frame,
)

__all__ = ["part"]


def part(machine: Machine, state: State, node: ast.Call | ast.Attribute, frame: Frame) -> refine.Ways | None:
    """Call a function of the program whose result is tested: the states in which it is true, and in which it is false.

    Gives nothing, and leaves the state as it is, where it is not one function that is called, or not certainly.
    """
    if len(machine.graph.targets(node).functions) != 1:
        return None
    way = state.copy()
    closure = _tested_function(machine, way, node, frame)
    if closure is None or way.is_dead or closure.node in machine.active or machine.traits(closure.node)[0]:
        return None
    given = calls.evaluated_arguments(machine, way, node, frame) if isinstance(node, ast.Call) else Arguments()
    machine.tested.add(machine.frame(closure.node, closure.frame, frame, node).key)
    machine.may_raise(way)
    arguments = given.after(closure.given, closure.named)
    activation, returns = activations.activated(machine, way, closure, arguments, node, frame)
    known = [(returned, value, refine.truth(machine, returned, value)) for returned, value in returns]
    ways: list[State | None] = []
    for truth in (True, False):
        some = [(returned.copy(), value) for returned, value, is_true in known if is_true in {truth, None}]
        for returned, _ in some:
            _learn(machine, returned, closure, activation, node, frame)
        after = state.copy()
        activations.go_on_after(machine, after, closure, activation, some)
        machine.may_raise(after)
        ways.append(None if after.is_dead else after)
    return ways[0], ways[1]


def _learn(
    machine: Machine, state: State, closure: Closure, activation: Frame, node: ast.Call | ast.Attribute, frame: Frame
) -> None:
    """What tests inside a function say of a number that it was given is said of the caller's variable."""
    parameters = [*closure.node.args.posonlyargs, *closure.node.args.args][len(closure.given) :]
    given_here = node.args if isinstance(node, ast.Call) else []
    for given, parameter in zip(given_here, parameters, strict=False):
        variable = machine.variable(given.id, given, frame) if isinstance(given, ast.Name) else None
        if variable is None or variable[0] in machine.shared_frames:
            continue
        own, inner = state.variables.get(variable, TOP), state.variables.get((activation.key, parameter.arg), TOP)
        if own.number is None or inner.number is None or own.number.tag is None or own.mixed or inner.mixed:
            continue
        is_same = own.number.tag == inner.number.tag and own.number.tag.low == own.number.tag.high
        if is_same and own.number.tag.low is not None:
            state.variables[variable] = own._replace(number=inner.number)


def _tested_function(machine: Machine, state: State, node: ast.Call | ast.Attribute, frame: Frame) -> Closure | None:
    """The one function that a call calls, or that reading a property runs."""
    if isinstance(node, ast.Call):
        callee = expressions.evaluate(machine, state, node.func, frame)
        held = list(callee.callables)
        is_sure = not (callee.unknown or callee.mixed or callee.refs)
    else:
        base = expressions.evaluate(machine, state, node.value, frame)
        held = [*objects.method_of(machine, state, base, node.attr)]
        is_sure = machine.only(base) is not None and all(
            isinstance(one, Closure) and objects.has_decorator(one, "property") for one in held
        )
    found = held[0] if len(held) == 1 and is_sure else None
    return found if isinstance(found, Closure) and not isinstance(found.node, ast.AsyncFunctionDef) else None
