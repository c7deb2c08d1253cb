"""``with``: a manager that may swallow what is raised inside makes it a ``try``."""

from __future__ import annotations

import ast
from collections.abc import Callable

from cgr_audit.analysis.flow.managers import swallows
from cgr_audit.analysis.interpreter.consumption import inside_generator
from cgr_audit.analysis.interpreter.generators import is_suspended
from cgr_audit.analysis.interpreter.heap import truth_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, NeverReturnsError
from cgr_audit.analysis.interpreter.protected import execute_try
from cgr_audit.analysis.interpreter.special_methods import find_special, special
from cgr_audit.analysis.interpreter.state import State, rejoined
from cgr_audit.analysis.interpreter.values import NOTHING, UNKNOWN, Value, join, known, opaque, single, under_control

__all__ = ["execute_with"]

_EXITS = ("__exit__", "__aexit__")


def execute_with(interp: Interpreter, node: ast.With | ast.AsyncWith, frame: Frame, state: State) -> State | None:
    """A ``with`` statement: its managers are told of every way out, and may swallow what is raised inside."""
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
    entered = _entered(interp, value, node, frame, state)
    if any(find_special(interp, one, _EXITS, state) is not None for one in value.values()):
        guarded = _guarded(interp, item, node, handlers=[])
        return _execute_told(interp, value, guarded, lambda begun: inside(entered, begun), frame, state)
    if item.optional_vars is not None:
        interp.assign(item.optional_vars, entered, frame, state, node)
    if swallows(item.context_expr, interp.scopes, node.body):
        guarded = _guarded(interp, item, node, [ast.copy_location(ast.ExceptHandler(None, None, []), node)])
        return execute_try(interp, guarded, frame, state, certain=False, rest=body)
    return body(state)


def _guarded(
    interp: Interpreter, item: ast.withitem, node: ast.With | ast.AsyncWith, handlers: list[ast.ExceptHandler]
) -> ast.Try:
    """The ``try`` that one manager of a ``with`` is."""
    if item not in interp.guarded:
        interp.guarded[item] = ast.copy_location(ast.Try(node.body, handlers, [], []), node)
    return interp.guarded[item]


def _execute_told(
    interp: Interpreter, managers: Value, guarded: ast.Try, body: Callable[[State], State | None], frame: Frame,
    state: State,
) -> State | None:  # fmt: skip
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

    end = execute_try(interp, guarded, frame, state, rest=body, last=last)
    return rejoined([*([end] if end is not None else []), *swallowed], base, guarded)


def _entered(interp: Interpreter, value: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """What stands after ``as``: what ``__enter__`` gives."""
    result = NOTHING
    for item in value.values():
        whole = single(item)
        entered = special(interp, whole, ("__enter__", "__aenter__"), [], node, frame, state)
        result = join(result, whole if entered is None else under_control(entered, item.controls))
    return result
