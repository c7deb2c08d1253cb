"""``raise`` and ``assert``: the exception, and the tests that led to it, go to the innermost ``try`` around them."""

from __future__ import annotations

import ast

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.attributes import store_attribute
from cgr_audit.analysis.interpreter.branching import branch
from cgr_audit.analysis.interpreter.conditions import test
from cgr_audit.analysis.interpreter.library.exceptions import new_exception
from cgr_audit.analysis.interpreter.refinement import refine
from cgr_audit.analysis.interpreter.run import Frame, Raised, Run
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import NOTHING, Class, External, Value, join, restrained, single

__all__ = ["execute_assert", "execute_raise"]


def execute_raise(run: Run, node: ast.Raise, frame: Frame, state: State) -> None:
    """``raise``, also of what is handled, and ``raise ... from``."""
    if node.exc is None:
        _raised(run, run.handled[-1] if run.handled else run.unknown(), state)
        return
    value = _made(run, run.evaluate(node.exc, frame, state), node, frame, state)
    if node.cause is not None:
        store_attribute(run, value, "__cause__", run.evaluate(node.cause, frame, state), state)
    if run.handled:
        store_attribute(run, value, "__context__", run.handled[-1], state)
    _raised(run, value, state)


def execute_assert(run: Run, node: ast.Assert, frame: Frame, state: State) -> State | None:
    """``assert``: where the test does not hold, an exception with the message is raised."""

    def fail(inner: State) -> None:
        message = [run.evaluate(node.msg, frame, inner)] if node.msg is not None else []
        _raised(run, new_exception(run, "AssertionError", Arguments(message), node, frame, inner), inner)

    condition = test(run, node.test, frame, state)
    return branch(
        run, condition, frame, state, lambda inner: refine(run, node.test, True, frame, inner), fail, node.test
    )


def _made(run: Run, value: Value, node: ast.Raise, frame: Frame, state: State) -> Value:
    """What is raised, where a class stands for a new exception of it."""
    result = NOTHING
    for item in value.values():
        whole = single(item)
        if isinstance(item.payload, Class | External):
            whole = restrained(run.call(whole, Arguments(), node, frame, state), item.controls)
        result = join(result, whole)
    return result


def _raised(run: Run, value: Value, state: State) -> None:
    run.exits += 1
    run.record(state)
    run.traces.leaving.update(state.controls)
    if run.attempts:
        run.traces.failing |= run.traces.has_failed(state.controls)
        run.kept.update(state.controls)
        run.content_raised |= any(kind.of_solver for _, kind in state.controls.values())
        run.attempts[-1].raised.append(Raised(value, state))
