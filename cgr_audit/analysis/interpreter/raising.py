"""``raise`` and ``assert``: the exception, and the tests that led to it, go to the innermost ``try`` around them."""

from __future__ import annotations

import ast

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.attributes import store_attribute
from cgr_audit.analysis.interpreter.branching import branch
from cgr_audit.analysis.interpreter.conditions import test
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.exceptions import new_exception
from cgr_audit.analysis.interpreter.refinement import refine
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import NOTHING, Class, External, Value, join, single, under_control

__all__ = ["execute_assert", "execute_raise"]


def execute_raise(interp: Interpreter, node: ast.Raise, frame: Frame, state: State) -> None:
    """``raise``, also of what is handled, and ``raise ... from``."""
    if node.exc is None:
        interp.raised(interp.handled[-1] if interp.handled else interp.unknown(), state)
        return
    value = _made(interp, interp.evaluate(node.exc, frame, state), node, frame, state)
    if node.cause is not None:
        cause = _made(interp, interp.evaluate(node.cause, frame, state), node, frame, state)
        store_attribute(interp, value, "__cause__", cause, node, frame, state)
    if interp.handled:
        store_attribute(interp, value, "__context__", interp.handled[-1], node, frame, state)
    interp.raised(value, state)


def execute_assert(interp: Interpreter, node: ast.Assert, frame: Frame, state: State) -> State | None:
    """``assert``: where the test does not hold, an exception with the message is raised."""

    def fail(inner: State) -> None:
        message = [interp.evaluate(node.msg, frame, inner)] if node.msg is not None else []
        interp.raised(new_exception(interp, "AssertionError", Arguments(message), node, frame, inner), inner)

    condition = test(interp, node.test, frame, state)
    return branch(
        interp, condition, frame, state, lambda inner: refine(interp, node.test, True, frame, inner), fail, node.test
    )


def _made(interp: Interpreter, value: Value, node: ast.Raise, frame: Frame, state: State) -> Value:
    """What is raised, where a class stands for a new exception of it."""
    result = NOTHING
    for item in value.values():
        whole = single(item)
        if isinstance(item.payload, Class | External):
            site: ast.AST = node
            if len(value) > 1:  # each exception is an object of its own
                site = interp.raise_sites.setdefault((node, item.payload), ast.copy_location(ast.Raise(node.exc), node))
            whole = under_control(interp.call(whole, Arguments(), site, frame, state), item.controls)
        result = join(result, whole)
    return result
