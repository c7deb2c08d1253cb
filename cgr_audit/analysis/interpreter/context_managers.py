"""``with``: a manager that may swallow what is raised inside makes it a ``try``."""

from __future__ import annotations

import ast

from cgr_audit.analysis.flow.managers import swallows
from cgr_audit.analysis.interpreter.consumption import inside_generator
from cgr_audit.analysis.interpreter.generators import is_suspended
from cgr_audit.analysis.interpreter.heap import truth_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.protected import execute_try
from cgr_audit.analysis.interpreter.special_methods import special
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    UNKNOWN,
    Value,
    join,
    known,
    opaque,
    single,
    under_control,
)

__all__ = ["execute_with"]

_EXITS = ("__exit__", "__aexit__")


def execute_with(interp: Interpreter, node: ast.With | ast.AsyncWith, frame: Frame, state: State) -> State | None:
    """A ``with`` statement; ``contextlib.suppress`` makes it a ``try`` that swallows."""
    return _execute_from(interp, node, 0, frame, state)


def _execute_from(
    interp: Interpreter, node: ast.With | ast.AsyncWith, place: int, frame: Frame, state: State
) -> State | None:
    """The managers from a place on, around the body."""
    if place == len(node.items):
        return interp.execute(node.body, frame, state)
    item = node.items[place]
    value = interp.evaluate(item.context_expr, frame, state)

    def body(begun: State) -> State | None:
        return _execute_from(interp, node, place + 1, frame, begun)

    def inside(entered: Value, begun: State) -> State | None:
        if item.optional_vars is not None:
            interp.assign(item.optional_vars, entered, frame, begun, node)
        return body(begun)

    if len(value) == 1 and is_suspended(value, state):
        return inside_generator(interp, next(iter(value.values())), inside, frame, state)
    suppresses = _suppresses(interp, item, value, node, frame, state)
    if item.optional_vars is not None:
        interp.assign(item.optional_vars, _entered(interp, value, node, frame, state), frame, state, node)
    if suppresses:
        if node not in interp.guarded:
            handler = ast.copy_location(ast.ExceptHandler(None, None, []), node)
            interp.guarded[node] = ast.copy_location(ast.Try(node.body, [handler], [], []), node)
        end = execute_try(interp, interp.guarded[node], frame, state, certain=False, rest=body)
    else:
        end = body(state)
    if end is not None and not interp.special_names.isdisjoint(_EXITS):
        special(interp, value, _EXITS, [known(None)] * 3, node, frame, end)
    return end


def _suppresses(
    interp: Interpreter, item: ast.withitem, value: Value, node: ast.With | ast.AsyncWith, frame: Frame, state: State
) -> bool:
    """Whether a context manager may swallow what is raised inside."""
    raised = [opaque(UNKNOWN)] * 3
    exits = special(interp, value, _EXITS, raised, item.context_expr, frame, state.copy())
    if exits is not None:
        return any(truth_of(given, state) is not False for given in exits.values())
    return swallows(item.context_expr, interp.scopes, node.body)


def _entered(interp: Interpreter, value: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """What stands after ``as``: what ``__enter__`` gives."""
    result = NOTHING
    for item in value.values():
        whole = single(item)
        entered = special(interp, whole, ("__enter__", "__aenter__"), [], node, frame, state)
        result = join(result, whole if entered is None else under_control(entered, item.controls))
    return result
