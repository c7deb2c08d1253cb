"""Operations on objects of the program's classes, which run special methods: ``a[b]``, ``a[b] = c``, ``a + b``."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound import activations, objects
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.state import State, join_states
from cgr_audit.analysis.call_bound.values import TOP, Frame, Value, join_all
from cgr_audit.analysis.calls.callables import Instance
from cgr_audit.analysis.calls.special_methods import OPERATORS

__all__ = ["operate", "operate_with"]


def operate(
    machine: Machine, state: State, holder: tuple[Value, ast.expr], name: str, given: tuple[Value, ...], node: ast.AST,
    frame: Frame,
) -> Value | None:  # fmt: skip
    """Run a special method of what ``holder`` is, written as an expression; nothing where it has no such method."""
    value, expression = holder
    if not value.refs and not value.unknown:
        return None
    methods = objects.method_of(machine, state, value, name)
    is_sure = not (value.unknown or value.mixed or value.callables) and len(methods) == len(value.refs)
    if not methods or not is_sure:
        if (value.unknown or value.mixed or methods) and _may_have(machine, expression, name):
            machine.give_up(state, node, "cannot tell on which object this operates")
        return None
    results: list[Value] = []
    whole: State | None = None
    for method in methods:
        way = state.copy()
        results.append(activations.run_function(machine, way, method, Arguments(given), node, frame))
        whole = join_states(whole, None if way.is_dead else way)
    if whole is None:
        state.is_dead = True
    else:
        state.become(whole)
    return join_all(results) or TOP


def operate_with(
    machine: Machine, state: State, left: tuple[Value, ast.expr], operator: ast.operator,
    right: tuple[Value, ast.expr], node: ast.AST, frame: Frame,
) -> Value | None:  # fmt: skip
    """Run the method of a binary operator, of its left side or else of its right; nothing where neither has one."""
    name = OPERATORS[type(operator)]
    if _comes_first(machine, state, left[0], right[0]):
        found = operate(machine, state, right, f"__r{name}__", (left[0],), node, frame)
        if found is not None:
            return found
    found = operate(machine, state, left, f"__{name}__", (right[0],), node, frame)
    if found is None:
        found = operate(machine, state, right, f"__r{name}__", (left[0],), node, frame)
    return found


def _comes_first(machine: Machine, state: State, left: Value, right: Value) -> bool:
    """Whether the right side is of a class derived from the left side's, which is asked before that."""
    owners = {thing.cls for _, thing in machine.things(state, left)}
    derived = [thing.cls for _, thing in machine.things(state, right) if thing.cls is not None]
    return any(base in owners for cls in derived for base in objects.linearized(cls)[1:])


def _may_have(machine: Machine, expression: ast.expr, name: str) -> bool:
    """Whether an expression may be an object whose method has to be run where the operation is written."""
    if not any(name in machine.scopes.of_node[owner].bindings for owner in machine.operated):
        return False
    if isinstance(getattr(expression, "ctx", None), ast.Store):  # what is assigned to is not read as an expression
        return True
    held = machine.graph.callables(expression)
    return any(isinstance(one, Instance) and one.node in machine.operated for one in held)
