"""``with``: a manager that may swallow what is raised inside makes it a ``try``."""

from __future__ import annotations

import ast

from cgr_audit.analysis.flow.managers import swallows
from cgr_audit.analysis.interpreter.heap import elements_of, truth_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.objects import Sequence
from cgr_audit.analysis.interpreter.protected import execute_try
from cgr_audit.analysis.interpreter.special_methods import special
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    UNKNOWN,
    Reference,
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
    suppresses, managers = False, []
    for item in node.items:
        value = interp.evaluate(item.context_expr, frame, state)
        managers.append(value)
        suppresses |= _suppresses(interp, item, value, node, frame, state)
        if item.optional_vars is not None:
            interp.assign(item.optional_vars, _entered(interp, value, node, frame, state), frame, state, node)
    end = _execute_body(interp, node, frame, state, suppresses=suppresses)
    if end is not None and not interp.special_names.isdisjoint(_EXITS):
        for value in reversed(managers):
            special(interp, value, _EXITS, [known(None)] * 3, node, frame, end)
    return end


def _execute_body(
    interp: Interpreter, node: ast.With | ast.AsyncWith, frame: Frame, state: State, *, suppresses: bool
) -> State | None:
    if not suppresses:
        return interp.execute(node.body, frame, state)
    if node not in interp.guarded:
        handler = ast.copy_location(ast.ExceptHandler(None, None, []), node)
        interp.guarded[node] = ast.copy_location(ast.Try(node.body, [handler], [], []), node)
    return execute_try(interp, interp.guarded[node], frame, state, certain=False)


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
    """What stands after ``as``: what ``__enter__`` gives, or what a generator yields."""
    result = NOTHING
    for item in value.values():
        whole = single(item)
        entered = special(interp, whole, ("__enter__", "__aenter__"), [], node, frame, state)
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if entered is None and isinstance(found, Sequence) and found.kind == "iterator":
            entered = elements_of(whole, state)[0]
        result = join(result, whole if entered is None else under_control(entered, item.controls))
    return result
