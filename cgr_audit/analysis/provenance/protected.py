"""``try`` and ``with``: anything inside may be raised, and a handler runs in any state that was reached."""

from __future__ import annotations

import ast

from cgr_audit.analysis.provenance.arguments import Arguments
from cgr_audit.analysis.provenance.attributes import find_in_class
from cgr_audit.analysis.provenance.heap import truth_of
from cgr_audit.analysis.provenance.objects import Instance
from cgr_audit.analysis.provenance.run import Frame, ReturnRecord, Run
from cgr_audit.analysis.provenance.special_methods import special
from cgr_audit.analysis.provenance.state import State, meet, plain_join, without
from cgr_audit.analysis.provenance.values import (
    ITEM,
    SOLVER,
    UNKNOWN,
    Controls,
    External,
    Function,
    Kind,
    Reference,
    Value,
    merge_controls,
    opaque,
    single,
)

__all__ = ["execute_try", "execute_with"]

_MAX_WATCHED = 24


def execute_try(run: Run, node: ast.Try, frame: Frame, state: State) -> State | None:
    """A ``try`` with its handlers, ``else`` and ``finally``."""
    base, returned, jumps = state.controls, len(frame.returns), _jumps(frame)
    start = state.copy()
    watched: list[State] = [start]
    touched, raised = run.touched, run.content_raised
    run.touched, run.content_raised = 0, False
    before = run.traces.enter_try()
    run.watchers = [*run.watchers, watched]
    end = run.execute(node.body, frame, state)
    run.watchers = run.watchers[:-1]
    kind, chosen = _kind(run.touched), run.content_raised
    run.traces.leave_try(node, before, run.touched)
    run.touched, run.content_raised = touched | run.touched, raised or run.content_raised
    if end is not None:
        watched.append(end.copy())
        success: Controls = {node: (-1, Kind.SUCCESS if chosen else Kind.NONE)}
        end.controls = merge_controls(end.controls, success)
        end = run.execute(node.orelse, frame, end)
    entered = plain_join(_few(watched), merge_controls(base, {node: (1, kind)}))
    ends = [end]
    for handler in node.handlers:
        inner = entered.copy()
        if handler.name is not None:
            owner = frame.owner_of(handler.name) or frame
            inner.cells[(owner.number, handler.name)] = opaque(SOLVER if kind is Kind.FAILURE else 0)
        ends.append(run.execute(handler.body, frame, inner))
    left = [state for state in ends if state is not None]
    met = _met(left, base, node)
    if not node.finalbody:
        return met
    leaving = _leave_through(run, node, frame, returned, jumps)
    if met is not None:
        return run.execute(node.finalbody, frame, met)
    if not leaving:
        run.execute(node.finalbody, frame, entered.copy())
    return None


def _pending(frame: Frame) -> list[list[State]]:
    """The states on their way out of the innermost loop, or to its next iteration."""
    return [frame.loops[-1].breaks, frame.loops[-1].continues] if frame.loops else []


def _jumps(frame: Frame) -> list[int]:
    return [len(states) for states in _pending(frame)]


def _met(left: list[State], base: Controls, node: ast.AST) -> State | None:
    if not left:
        return None
    if len(left) == 1:
        return left[0]
    met = meet(left, base)
    for state in left:
        escapes = {place: control for place, control in without(state.controls, base).items() if place is not node}
        met.controls = merge_controls(met.controls, escapes)
    return met


def _leave_through(run: Run, node: ast.Try, frame: Frame, returned: int, jumps: list[int]) -> bool:
    """Run ``finally`` for every return and jump on its way out; one in ``finally`` takes its place."""
    returns = frame.returns[returned:]
    del frame.returns[returned:]
    pending = _pending(frame)
    leaving = [(states, states[start:]) for states, start in zip(pending, jumps, strict=True)]
    for states, start in zip(pending, jumps, strict=True):
        del states[start:]
    for record in returns:
        end = run.execute(node.finalbody, frame, record.state.copy())
        if end is not None:
            frame.returns.append(ReturnRecord(record.node, record.value, end))
    for states, left in leaving:
        for state in left:
            end = run.execute(node.finalbody, frame, state)
            if end is not None:
                states.append(end)
    return bool(returns) or any(left for _, left in leaving)


def _few(states: list[State]) -> list[State]:
    if len(states) <= _MAX_WATCHED:
        return states
    step = len(states) / _MAX_WATCHED
    return [*(states[int(place * step)] for place in range(_MAX_WATCHED)), states[-1]]


def _kind(touched: int) -> Kind:
    """What it says that something was raised, by what the body touched."""
    if touched & SOLVER:
        return Kind.FAILURE
    if touched & UNKNOWN:
        return Kind.UNKNOWN
    return Kind.ITEM if touched & ITEM else Kind.NONE


def execute_with(run: Run, node: ast.With | ast.AsyncWith, frame: Frame, state: State) -> State | None:
    """A ``with`` statement; ``contextlib.suppress`` makes it a ``try`` that swallows."""
    suppresses = False
    for item in node.items:
        value = run.evaluate(item.context_expr, frame, state)
        suppresses |= _suppresses(run, item.context_expr, value, frame, state)
        if item.optional_vars is not None:
            run.assign(item.optional_vars, _entered(run, value, node, frame, state), frame, state, node)
    if not suppresses:
        return run.execute(node.body, frame, state)
    if node not in run.guarded:
        handler = ast.copy_location(ast.ExceptHandler(None, None, []), node)
        run.guarded[node] = ast.copy_location(ast.Try(node.body, [handler], [], []), node)
    return execute_try(run, run.guarded[node], frame, state)


def _suppresses(run: Run, expression: ast.expr, value: Value, frame: Frame, state: State) -> bool:
    """Whether a context manager may swallow what is raised inside."""
    raised = [opaque(UNKNOWN)] * 3
    exits = special(run, value, ("__exit__", "__aexit__"), raised, expression, frame, state)
    if exits is not None:
        return any(truth_of(item, state) is not False for item in exits.values())
    if not isinstance(expression, ast.Call):
        return False
    for item in run.last.get(expression.func, {}).values():
        payload = item.payload
        if isinstance(payload, External) and payload.name == "contextlib.suppress":
            return True
        if isinstance(payload, Function) and payload.node in run.generators and _swallows(payload.node):
            return True
    return False


def _swallows(function: ast.AST) -> bool:
    """Whether a generator function yields inside a ``try`` with handlers."""
    for node in ast.walk(function):
        if isinstance(node, ast.Try) and node.handlers:
            for statement in node.body:
                if any(isinstance(part, ast.Yield) for part in ast.walk(statement)):
                    return True
    return False


def _entered(run: Run, value: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    result: Value = {}
    for item in value.values():
        found = state.heap.get(item.payload.place) if isinstance(item.payload, Reference) else None
        method = find_in_class(run, found.of, "__enter__", item, state) if isinstance(found, Instance) else None
        entered = run.call(method, Arguments(), node, frame, state) if method is not None else single(item)
        result.update(entered)
    return result
