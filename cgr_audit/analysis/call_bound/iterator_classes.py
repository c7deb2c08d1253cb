"""Objects of the program's classes that are iterated over: ``__iter__`` once, then ``__next__`` for each round."""

from __future__ import annotations

import ast
from collections.abc import Callable

from cgr_audit.analysis.call_bound import calls, objects
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.loops import run_loop
from cgr_audit.analysis.call_bound.machine import Machine, Sink
from cgr_audit.analysis.call_bound.state import State, join_states
from cgr_audit.analysis.call_bound.values import Closure, Frame, Value

__all__ = ["iterator_of", "loop_over_object"]

_ASKING = frozenset({"__next__", "next", "send"})
"""What may end with a ``StopIteration`` that no statement raises."""


def iterator_of(machine: Machine, state: State, value: Value, node: ast.expr, frame: Frame) -> Value:
    """What iterating over a value goes through: what ``__iter__`` gives, for an object that has one."""
    if not value.refs or value.unknown or value.mixed:
        return value
    methods = objects.method_of(machine, state, value, "__iter__")
    if not methods or len(methods) != len(value.refs):
        return value
    return calls.apply_all(machine, state, [*methods], Arguments(), _call(node), frame)


def loop_over_object(
    machine: Machine,
    state: State,
    node: ast.AST,
    source: tuple[Value, ast.expr, Frame],
    body: Callable[[State, Value], State | None],
) -> tuple[State | None, bool]:
    """Run a body for each value that ``__next__`` gives; false, with nothing done, where there is no such method."""
    value, expression, frame = source
    methods = objects.method_of(machine, state, value, "__next__") if value.refs and not value.unknown else []
    if not methods or len(methods) != len(value.refs):
        return None, False
    may_stop_anywhere = any(_asks_others(machine, method) for method in methods)

    def asked(begun: State) -> State | None:
        outer, machine.sink = machine.sink, Sink()
        machine.catching += may_stop_anywhere
        each = calls.apply_all(machine, begun, [*methods], Arguments(), _call(expression), frame)
        machine.catching -= may_stop_anywhere
        inner, machine.sink = machine.sink, outer
        outer.exhausted = join_states(outer.exhausted, inner.raised)
        outer.take_failures(inner)
        return None if begun.is_dead else body(begun, each)

    outer, machine.sink = machine.sink, Sink()
    run_loop(machine, state, node, None, lambda begun, _: asked(begun))
    inner, machine.sink = machine.sink, outer
    over, inner.exhausted = inner.exhausted, None
    outer.merge(inner)
    return over, True


def _asks_others(machine: Machine, method: Closure) -> bool:
    """Whether a method, or a function that it calls, asks another iterator for its next element."""
    functions = [one for one in machine.graph.reachable([method.node]) if one is not None]
    calls_made = (part.func for one in functions for part in ast.walk(one) if isinstance(part, ast.Call))
    return any(getattr(part, "id", getattr(part, "attr", None)) in _ASKING for part in calls_made)


def _call(node: ast.expr) -> ast.Call:
    """A call to name where Python calls a special method by itself."""
    return node if isinstance(node, ast.Call) else ast.copy_location(ast.Call(node, [], []), node)
