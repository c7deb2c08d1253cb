"""``try`` and ``with``: what is caught, and what runs on every way out."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound import calls, objects, statements
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.definitions import call_of
from cgr_audit.analysis.call_bound.expressions import evaluate
from cgr_audit.analysis.call_bound.machine import Machine, Sink
from cgr_audit.analysis.call_bound.state import State, join_states
from cgr_audit.analysis.call_bound.targets import store
from cgr_audit.analysis.call_bound.values import (
    TOP,
    Closure,
    Frame,
)
from cgr_audit.analysis.flow.exceptions import catches
from cgr_audit.analysis.flow.managers import swallows

__all__ = ["run_try", "run_with"]


def run_try(machine: Machine, state: State, node: ast.Try | ast.TryStar, frame: Frame) -> State | None:
    """A handler may begin at any point of the body, so with all that the body can have cost."""
    outer, machine.sink = machine.sink, Sink()
    machine.catching += 1
    left = statements.run(machine, state, node.body, frame)
    machine.catching -= 1
    raised, machine.sink.raised = machine.sink.raised, None
    done = statements.run(machine, left, node.orelse, frame) if left is not None else None
    caught_all = False
    for handler in node.handlers:
        if raised is None or caught_all:
            break
        begun = raised.copy()
        if handler.type is not None:
            evaluate(machine, begun, handler.type, frame)
        if handler.name is not None:
            machine.assign(begun, machine.variable(handler.name, handler, frame) or (frame.key, handler.name), TOP)
        done = join_states(done, statements.run(machine, begun, handler.body, frame))
        caught_all = catches(handler, None, machine.scopes) is True
    if raised is not None and not (caught_all and _catches_everything(node)):
        machine.sink.raised = join_states(machine.sink.raised, raised)
    inner, machine.sink = machine.sink, outer
    return _finally(machine, node.finalbody, done, inner, frame)


def _catches_everything(node: ast.Try | ast.TryStar) -> bool:
    return any(handler.type is None for handler in node.handlers)


def _finally(machine: Machine, body: list[ast.stmt], done: State | None, inner: Sink, frame: Frame) -> State | None:
    """Run the ``finally`` body on every way out of a ``try``."""
    sink = machine.sink
    sink.endless = join_states(sink.endless, inner.endless)
    for state, value in inner.returns:
        left = statements.run(machine, state, body, frame) if body else state
        if left is not None:
            sink.returns.append((left, value))
    for name in ("raised", "breaks", "continues"):
        state = getattr(inner, name)
        if state is not None:
            left = statements.run(machine, state, body, frame) if body else state
            setattr(sink, name, join_states(getattr(sink, name), left))
    return statements.run(machine, done, body, frame) if body else done


def run_with(machine: Machine, state: State, node: ast.With | ast.AsyncWith, frame: Frame) -> State | None:
    """Run a body between what its managers do when it begins and when it is left."""
    swallowing = any(swallows(item.context_expr, machine.scopes, node.body) for item in node.items)
    leaving: list[Closure] = []
    for item in node.items:
        manager = evaluate(machine, state, item.context_expr, frame)
        entered = objects.method_of(machine, state, manager, "__enter__")
        leaving += objects.method_of(machine, state, manager, "__exit__")
        value = manager
        is_known = isinstance(item.context_expr, ast.Call) and machine.scopes.qualified_name(item.context_expr.func)
        swallowing = swallowing or (manager.unknown and not is_known) or any(map(_may_swallow, leaving))
        if entered:
            arguments = Arguments()
            value = calls.apply_all(machine, state, list(entered), arguments, call_of(item.context_expr), frame)
        if item.optional_vars is not None:
            store(machine, state, item.optional_vars, value, frame)
    outer, machine.sink = machine.sink, Sink()
    machine.catching += swallowing
    left = statements.run(machine, state, node.body, frame)
    machine.catching -= swallowing
    inner, machine.sink = machine.sink, outer
    for way in dict.fromkeys((left, *inner.states())) if leaving else ():
        if way is not None:
            arguments = Arguments((TOP, TOP, TOP))
            calls.apply_all(machine, way, list(leaving), arguments, call_of(node.items[0].context_expr), frame)
    if swallowing:
        left = join_states(left, inner.raised)
    return _finally(machine, [], left, inner, frame)


def _may_swallow(leaving: Closure) -> bool:
    """Whether an ``__exit__`` may give something true."""
    returned = [part.value for part in ast.walk(leaving.node) if isinstance(part, ast.Return)]
    return any(value is not None and not (isinstance(value, ast.Constant) and not value.value) for value in returned)
