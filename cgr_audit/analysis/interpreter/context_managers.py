"""``with``: a manager that may swallow what is raised inside makes it a ``try``."""

from __future__ import annotations

import ast

from cgr_audit.analysis.flow.managers import swallows
from cgr_audit.analysis.interpreter.branching import rejoined
from cgr_audit.analysis.interpreter.heap import elements_of, truth_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, NeverReturnsError
from cgr_audit.analysis.interpreter.objects import Sequence
from cgr_audit.analysis.interpreter.protected import execute_try
from cgr_audit.analysis.interpreter.special_methods import find_special, special
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
    """A ``with`` statement: its manager is told of every way out, and may swallow what is raised inside."""
    item = node.items[0]
    value = interp.evaluate(item.context_expr, frame, state)
    entered = _entered(interp, value, node, frame, state)
    if item.optional_vars is not None:
        interp.assign(item.optional_vars, entered, frame, state, node)
    guarded = _guarded(interp, node)
    if any(find_special(interp, one, _EXITS, state) is not None for one in value.values()):
        return _execute_told(interp, value, guarded, frame, state)
    if swallows(item.context_expr, interp.scopes, node.body):
        return execute_try(interp, guarded, frame, state, certain=False)
    return interp.execute(guarded.body, frame, state)


def _guarded(interp: Interpreter, node: ast.With | ast.AsyncWith) -> ast.Try:
    """The ``try`` that a ``with`` is; its body holds those of further managers."""
    if node not in interp.guarded:
        inner = ast.copy_location(type(node)(node.items[1:], node.body), node)
        handler = ast.copy_location(ast.ExceptHandler(None, None, []), node)
        body: list[ast.stmt] = [inner] if node.items[1:] else node.body
        interp.guarded[node] = ast.copy_location(ast.Try(body, [handler], [], []), node)
    return interp.guarded[node]


def _execute_told(interp: Interpreter, managers: Value, guarded: ast.Try, frame: Frame, state: State) -> State | None:
    """The body of a ``with`` whose manager has an ``__exit__`` of the program."""
    swallowed: list[State] = []
    base = state.controls

    def last(inner: State, is_raised: bool) -> State | None:
        given = [opaque(UNKNOWN) if is_raised else known(None)] * 3
        try:
            told = special(interp, managers, _EXITS, given, guarded, frame, inner, lambda *_: known(None)) or NOTHING
        except NeverReturnsError:
            return None
        truths = {truth_of(one, inner) for one in told.values()}
        if is_raised and truths != {False}:
            swallowed.append(inner.copy())
        return None if is_raised and truths == {True} else inner

    bare = interp.guarded.setdefault(guarded, ast.copy_location(ast.Try(guarded.body, [], [], []), guarded))
    end = execute_try(interp, bare, frame, state, last=last)
    return rejoined([*([end] if end is not None else []), *swallowed], base, bare)


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
