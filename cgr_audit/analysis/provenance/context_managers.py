"""``with``: a manager that may swallow what is raised inside makes it a ``try``."""

from __future__ import annotations

import ast

from cgr_audit.analysis.provenance.heap import elements_of, truth_of
from cgr_audit.analysis.provenance.objects import Sequence
from cgr_audit.analysis.provenance.protected import execute_try
from cgr_audit.analysis.provenance.run import Frame, Run
from cgr_audit.analysis.provenance.special_methods import special
from cgr_audit.analysis.provenance.state import State
from cgr_audit.analysis.provenance.values import (
    NOTHING,
    UNKNOWN,
    External,
    Function,
    Reference,
    Value,
    join,
    known,
    opaque,
    restrained,
    single,
)

__all__ = ["execute_with"]

_EXITS = ("__exit__", "__aexit__")


def execute_with(run: Run, node: ast.With | ast.AsyncWith, frame: Frame, state: State) -> State | None:
    """A ``with`` statement; ``contextlib.suppress`` makes it a ``try`` that swallows."""
    suppresses, managers = False, []
    for item in node.items:
        value = run.evaluate(item.context_expr, frame, state)
        managers.append(value)
        suppresses |= _suppresses(run, item.context_expr, value, frame, state) or _may_take_in(item, node)
        if item.optional_vars is not None:
            run.assign(item.optional_vars, _entered(run, value, node, frame, state), frame, state, node)
    end = _execute_body(run, node, frame, state, suppresses=suppresses)
    if end is not None and not run.special_names.isdisjoint(_EXITS):
        for value in reversed(managers):
            special(run, value, _EXITS, [known(None)] * 3, node, frame, end)
    return end


def _execute_body(
    run: Run, node: ast.With | ast.AsyncWith, frame: Frame, state: State, *, suppresses: bool
) -> State | None:
    if not suppresses:
        return run.execute(node.body, frame, state)
    if node not in run.guarded:
        handler = ast.copy_location(ast.ExceptHandler(None, None, []), node)
        run.guarded[node] = ast.copy_location(ast.Try(node.body, [handler], [], []), node)
    return execute_try(run, run.guarded[node], frame, state, certain=False)


def _suppresses(run: Run, expression: ast.expr, value: Value, frame: Frame, state: State) -> bool:
    """Whether a context manager may swallow what is raised inside."""
    raised = [opaque(UNKNOWN)] * 3
    exits = special(run, value, _EXITS, raised, expression, frame, state.copy())
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


def _may_take_in(item: ast.withitem, node: ast.With | ast.AsyncWith) -> bool:
    """Whether a stack of managers takes one that swallows in: ``stack.enter_context(suppress(ValueError))``."""
    if not (isinstance(item.optional_vars, ast.Name) and isinstance(item.context_expr, ast.Call)):
        return False
    for statement in node.body:
        match statement:
            case ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(value=ast.Name(id=name), attr="enter_context" | "enter_async_context"),
                    args=[ast.Call(func=ast.Name(id="suppress") | ast.Attribute(attr="suppress"))],
                )
            ) if name == item.optional_vars.id:
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
    """What stands after ``as``: what ``__enter__`` gives, or what a generator yields."""
    result = NOTHING
    for item in value.values():
        whole = single(item)
        entered = special(run, whole, ("__enter__", "__aenter__"), [], node, frame, state)
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if entered is None and isinstance(found, Sequence) and found.kind == "iterator":
            entered = elements_of(whole, state)[0]
        result = join(result, whole if entered is None else restrained(entered, item.controls))
    return result
