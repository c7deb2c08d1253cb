"""Calls: of the solver, of the program's own functions and classes, and of what comes from outside."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound import activations, counters, expressions, objects, outside
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.sequences import elements
from cgr_audit.analysis.call_bound.state import State, join_states
from cgr_audit.analysis.call_bound.values import (
    AGENT_MAKER,
    SOLVER,
    TOP,
    BoundTo,
    ClassOf,
    Closure,
    Frame,
    Held,
    Namespace,
    Outside,
    Range,
    RecordOf,
    Value,
    join,
    join_all,
)
from cgr_audit.analysis.domains.polynomials import ONE, ZERO
from cgr_audit.analysis.scopes import Function

__all__ = [
    "append",
    "apply",
    "apply_all",
    "apply_value",
    "call",
    "evaluated_arguments",
    "keep_namespaces",
    "run_effects",
]

_MAKER_ONLY = frozenset({AGENT_MAKER})


_KEEPING_NOTHING = frozenset({objects.SOLVER_ONLY, _MAKER_ONLY})


_AN_AGENT = Value(callables=objects.SOLVER_ONLY)


_WITHOUT_EFFECTS = (ast.Name, ast.Constant)
_EFFECTS = (
    ast.Await, ast.BoolOp, ast.Call, ast.Compare, ast.DictComp, ast.GeneratorExp, ast.IfExp,
    ast.ListComp, ast.NamedExpr, ast.SetComp, ast.Yield, ast.YieldFrom,
)  # fmt: skip
"""Expressions that may call something, or that decide whether a part of them is evaluated."""


def call(machine: Machine, state: State, node: ast.Call, frame: Frame) -> Value:
    """Evaluate a call expression."""
    callee = expressions.evaluate(machine, state, node.func, frame)
    if callee.callables in _KEEPING_NOTHING and not callee.unknown:
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            run_effects(machine, state, argument, frame)
        machine.may_raise(state)
        if callee.callables == _MAKER_ONLY:
            return _AN_AGENT
        machine.call_solver(state, node)
        machine.may_raise(state)
        return TOP
    arguments = evaluated_arguments(machine, state, node, frame)
    machine.may_raise(state)
    result = apply_value(machine, state, callee, arguments, node, frame)
    machine.may_raise(state)
    return result


def run_effects(machine: Machine, state: State, node: ast.expr, frame: Frame) -> None:
    """Evaluate what an expression does, where what it gives is of no interest: the solver, or a text, keeps nothing."""
    if isinstance(node, _WITHOUT_EFFECTS):
        return
    if isinstance(node, _EFFECTS) or (isinstance(node, ast.Attribute) and machine.graph.targets(node).functions):
        expressions.evaluate(machine, state, node, frame)
        return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            run_effects(machine, state, child, frame)


def evaluated_arguments(machine: Machine, state: State, node: ast.Call, frame: Frame) -> Arguments:
    """Evaluate the arguments of a call."""
    positional: list[Value] = []
    named: dict[str, Value] = {}
    is_open = False
    for part in node.args:
        value = expressions.evaluate(machine, state, part, frame)
        if not isinstance(part, ast.Starred):
            positional.append(value)
            continue
        inner = elements(machine, state, value)
        if inner.parts is not None and not is_open:
            positional += inner.parts
        else:
            is_open = True
    for keyword in node.keywords:
        value = expressions.evaluate(machine, state, keyword.value, frame)
        if keyword.arg is not None:
            named[keyword.arg] = value
            continue
        things = machine.things(state, value)
        if len(things) == 1 and not value.unknown and things[0][1].fields is not None and things[0][1].is_complete:
            named.update(
                {str(name): held for name, held in (things[0][1].fields or {}).items() if not counters.is_slack(name)}
            )
        else:
            is_open = True
    return Arguments(tuple(positional), tuple(named.items()), is_open)


def apply_value(
    machine: Machine, state: State, callee: Value, arguments: Arguments, node: ast.Call, frame: Frame
) -> Value:
    """Call whatever a value may be."""
    held: list[Held] = sorted(callee.callables, key=repr) if len(callee.callables) > 1 else list(callee.callables)
    instances = objects.method_of(machine, state, callee, "__call__")
    if callee.unknown or not (held or instances):
        return _by_graph(machine, state, arguments, node, frame)
    return apply_all(machine, state, [*held, *instances], arguments, node, frame)


def apply_all(
    machine: Machine, state: State, held: list[Held], arguments: Arguments, node: ast.Call, frame: Frame
) -> Value:
    """Call each of several, each from the same state; any of them may have been the one."""
    if len(held) == 1:
        return apply(machine, state, held[0], arguments, node, frame)
    results: list[Value] = []
    whole: State | None = None
    for one in held:
        machine.step(1 + (len(state.variables) + len(state.things)) // 16)  # for copying and joining states
        way = state.copy()
        results.append(apply(machine, way, one, arguments, node, frame))
        whole = join_states(whole, way)
    state.become(whole)
    return join_all(results) or TOP


def apply(machine: Machine, state: State, held: Held, arguments: Arguments, node: ast.Call, frame: Frame) -> Value:
    """Call one thing."""
    match held:
        case Closure():
            return activations.run_function(machine, state, held, arguments, node, frame)
        case ClassOf():
            return objects.construct(machine, state, held, arguments, node, frame)
        case RecordOf(names=names):
            return objects.make_record(machine, state, names, arguments, node, frame)
        case Outside(name=name):
            return outside.call_outside(machine, state, name, arguments, node, frame)
        case BoundTo(name=name, owner=owner):
            return outside.call_method(machine, state, name, owner, arguments, node, frame)
    if held == SOLVER:
        machine.call_solver(state, node)
        return TOP
    return Value(callables=frozenset({SOLVER})) if held == AGENT_MAKER else TOP


def _by_graph(machine: Machine, state: State, arguments: Arguments, node: ast.Call, frame: Frame) -> Value:
    """Call whatever the call graph says, where the value called is not known."""
    targets = machine.graph.targets(node)
    if targets.unknown:
        machine.give_up(state, node, "cannot tell what is called here")
    held: list[Held] = [SOLVER] if targets.is_solver else []
    for function in targets.functions:
        frames = machine.frames_of.get(function, set())
        known = next(iter(frames)) if len(frames) == 1 else None
        is_method = isinstance(machine.scopes.used_in[function].node, ast.ClassDef)
        held.append(Closure(function, known, given=(TOP,) if is_method and not _is_static(function) else ()))
    if targets.passed or targets.passes_solver:
        outside.pass_on(machine, state, node)
    outside.escape(machine, state, arguments)
    if not held:
        return TOP
    way = state.copy()
    results = apply_all(machine, state, held, arguments, node, frame)
    state.become(join_states(way, state.copy()))
    return join(TOP, results)


def _is_static(function: Function) -> bool:
    return any(
        isinstance(part, ast.Name) and part.id == "staticmethod" for part in getattr(function, "decorator_list", ())
    )


def keep_namespaces(machine: Machine, state: State, *changed: Value) -> None:
    """Give up where what is changed may be a dictionary of names."""
    for value in changed:
        for held in value.callables:
            if isinstance(held, Namespace):
                machine.give_up(state, held.node, "names are changed through the dictionary that holds them")


def append(
    machine: Machine, state: State, holder: Value, value: Value, *, certain: bool = True, count: Range | None = None
) -> None:
    """Put a value, or ``count`` of such, at the end of a list; a set may have held it already."""
    grown = Range(ONE, ONE) if count is None else count
    if not certain:
        grown = Range(ZERO, grown.high)
    changed = {}
    for ref, thing in machine.things(state, holder):
        each = value if thing.element is None else join(thing.element, value)
        parts = (
            (*thing.parts, value)
            if thing.parts is not None and count is None and certain and len(thing.parts) < 64
            else None
        )
        changed[ref] = thing._replace(size=thing.size + grown, element=each, parts=parts)
    machine.change(state, holder, changed)
