"""``for`` and ``while``: what is iterated over or tested, and the loop's ``else``."""

from __future__ import annotations

import ast
from collections.abc import Callable

from cgr_audit.analysis.call_bound import refine, statements
from cgr_audit.analysis.call_bound.drawn_tests import drawn_from
from cgr_audit.analysis.call_bound.expressions import evaluate
from cgr_audit.analysis.call_bound.filtered import filtered, passing_test
from cgr_audit.analysis.call_bound.iteration import iterate
from cgr_audit.analysis.call_bound.iterator_classes import iterator_of, loop_over_object
from cgr_audit.analysis.call_bound.loops import run_loop
from cgr_audit.analysis.call_bound.machine import Machine, Sink
from cgr_audit.analysis.call_bound.sequences import elements
from cgr_audit.analysis.call_bound.shrinking import cost_of_shrinking
from cgr_audit.analysis.call_bound.state import State, join_states
from cgr_audit.analysis.call_bound.targets import store
from cgr_audit.analysis.call_bound.values import (
    TOP,
    Frame,
    Value,
)
from cgr_audit.analysis.domains.polynomials import Bound

__all__ = ["run_for", "run_while", "run_with_breaks"]

_UNROLLED = 8
_UNROLLED_FLOATS = 40


def run_with_breaks(
    machine: Machine, loop: Callable[[], State | None], orelse: list[ast.stmt], frame: Frame
) -> State | None:
    """Run a loop, its ``else`` where no ``break`` left it, and join the breaks after both."""
    outer, machine.sink = machine.sink, Sink()
    over = loop()
    inner, machine.sink = machine.sink, outer
    outer.take(inner)
    return join_states(statements.run(machine, over, orelse, frame), inner.breaks)


def run_for(machine: Machine, state: State, node: ast.For | ast.AsyncFor, frame: Frame) -> State | None:
    """Run a body for each element of what is iterated over."""
    iterated = evaluate(machine, state, node.iter, frame)
    iterated = iterator_of(machine, state, iterated, node.iter, frame)
    machine.may_raise(state)
    if state.is_dead:
        return None

    def body(begun: State, value: Value) -> State | None:
        store(machine, begun, node.target, value, frame)
        return statements.run(machine, begun, node.body, frame)

    over, is_object = loop_over_object(machine, state, node, (iterated, node.iter, frame), body)
    if is_object:
        return over
    source = elements(machine, state, iterated)
    test = passing_test(node.body)
    some = source if test is None else filtered(machine, state, node.target, test, node, source, frame)
    over = iterate(machine, state, node, some, body)
    if some is not source and over is not None:
        last = over.copy()
        store(machine, last, node.target, source.each, frame)
        return join_states(over, last)
    return over


def run_while(machine: Machine, state: State, node: ast.While, frame: Frame) -> State | None:
    """Where the test counts towards something near, round by round; else as a loop without an iterable."""

    def attempt(begun: State) -> State | None:
        holds, fails = refine.branch(machine, begun, node.test, frame)
        machine.sink.exhausted = join_states(machine.sink.exhausted, fails)
        return statements.run(machine, holds, node.body, frame)

    rounds = _UNROLLED_FLOATS if _counts_in_floats(machine, state, node.test, frame) else _UNROLLED
    if machine.judged(node, _is_simple) and _unrolled(machine, state.copy(), attempt, rounds):
        return machine.sink.exhausted
    source = drawn_from(machine, state, node, frame)
    if source is not None:
        over = run_loop(machine, state, node, source.size.high, lambda begun, _: attempt(begun), source=source.refs)
        fails = None if over is None else refine.branch(machine, over, node.test, frame)[1]
        machine.sink.exhausted = join_states(machine.sink.exhausted, fails)
        return machine.sink.exhausted
    start = state.copy()

    def together(entry: State) -> Bound | None:
        return cost_of_shrinking(machine, start, entry, node, frame)

    run_loop(machine, state, node, None, lambda begun, _: attempt(begun), together=together)
    return machine.sink.exhausted


def _is_simple(_: Machine, node: ast.While) -> bool:
    """Whether a loop holds no other loop, and some test in it compares."""
    parts = [part for part in ast.walk(node) if part is not node]
    loops = (ast.While, ast.For, ast.AsyncFor, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    ordered = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
    return not any(isinstance(part, loops) for part in parts) and any(isinstance(part, ordered) for part in parts)


def _counts_in_floats(machine: Machine, state: State, test: ast.expr, frame: Frame) -> bool:
    """Whether a test reads a variable that is a known float: its rounding is followed round by round only."""
    for part in ast.walk(test):
        variable = machine.variable(part.id, part, frame) if isinstance(part, ast.Name) else None
        if variable is not None and isinstance(state.variables.get(variable, TOP).const, float):
            return True
    return False


def _unrolled(machine: Machine, state: State, attempt: Callable[[State], State | None], rounds: int) -> bool:
    """Run a few rounds one after the other; true where control certainly leaves the loop within them."""
    outer, machine.sink = machine.sink, Sink()
    current: State | None = state
    for _ in range(rounds + 1):
        if current is None:
            break
        machine.sink.continues = None
        current = join_states(attempt(current), machine.sink.continues)
    inner, machine.sink = machine.sink, outer
    if current is not None:
        return False
    outer.take(inner)
    outer.breaks = join_states(outer.breaks, inner.breaks)
    outer.exhausted = join_states(outer.exhausted, inner.exhausted)
    return True
