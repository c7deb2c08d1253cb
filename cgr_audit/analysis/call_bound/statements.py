"""Statements: each is run on every path that reaches it; where paths meet again, the larger cost is kept."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from cgr_audit.analysis.call_bound import (
    arithmetic,
    assignments,
    calls,
    counters,
    loop_statements,
    matching,
    protection,
    refine,
)
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.definitions import call_of, define_class, define_function
from cgr_audit.analysis.call_bound.expressions import evaluate
from cgr_audit.analysis.call_bound.machine import Machine, Sink
from cgr_audit.analysis.call_bound.state import State, join_states
from cgr_audit.analysis.call_bound.targets import store
from cgr_audit.analysis.call_bound.values import (
    NONE,
    TOP,
    ClassOf,
    Frame,
    Value,
    join,
)
from cgr_audit.analysis.exhaustive_tests import closing_test
from cgr_audit.analysis.flow.exceptions import exits_process

__all__ = ["leave_with", "run"]

_TESTS = (ast.BoolOp, ast.Call, ast.Compare, ast.UnaryOp)
"""Expressions that may be tests of numbers; all but calls give a truth value, or one that is tested for it."""


def run(machine: Machine, state: State | None, body: Sequence[ast.stmt], frame: Frame) -> State | None:
    """Run statements one after the other; gives the state after them, or nothing where control does not come there."""
    for place, statement in enumerate(body):
        if state is None or state.is_dead:
            return None
        machine.step()
        machine.may_raise(state)
        known = len(machine.begun)
        state = _statement(machine, state, statement, frame)
        if len(machine.begun) > known and state is not None and counters.any_kept(state, machine.begun[known:]):
            return _counting(machine, state, body[place + 1 :], frame)
    if state is None or state.is_dead:
        return None
    machine.may_raise(state)
    return state


def _counting(machine: Machine, state: State, body: Sequence[ast.stmt], frame: Frame) -> State | None:
    """Run what follows the beginning of a counter, and let the counter say how many calls it made."""
    if not body:
        return state
    label = (counters.Marker.BLOCK, body[0], frame.key)
    before = counters.mark(state, label)
    start = state.copy()
    outer, machine.sink = machine.sink, Sink()
    left = run(machine, state, body, frame)
    inner, machine.sink = machine.sink, outer
    for end in (left, *inner.states()):
        if end is not None:
            counters.limited(start, before, label, end)
    outer.merge(inner)
    return left


def _statement(machine: Machine, state: State, node: ast.stmt, frame: Frame) -> State | None:
    match node:
        case ast.Expr(value=value):
            evaluate(machine, state, value, frame)
            if exits_process(node, machine.scopes):
                machine.raises(state)
                return None
        case ast.Assign(targets=targets, value=value):
            held = evaluate(machine, state, value, frame)
            machine.moving = assignments.counted_step(machine, targets, value) if machine.counters else None
            for target in targets:
                store(machine, state, target, held, frame)
            machine.moving = None
        case ast.AnnAssign(target=target, value=value):
            if value is not None:
                store(machine, state, target, evaluate(machine, state, value, frame), frame)
        case ast.AugAssign():
            assignments.assign_augmented(machine, state, node, frame)
        case ast.Return(value=value):
            leave_with(machine, state, value, frame)
            return None
        case ast.Raise(exc=exc, cause=cause):
            for part in (exc, cause):
                if part is not None:
                    _instantiate(machine, state, evaluate(machine, state, part, frame), part, frame)
            machine.raises(state)
            return None
        case ast.Break():
            machine.sink.breaks = join_states(machine.sink.breaks, state)
            return None
        case ast.Continue():
            machine.sink.continues = join_states(machine.sink.continues, state)
            return None
        case ast.If():
            return _if(machine, state, node, frame)
        case ast.While():
            return loop_statements.run_with_breaks(
                machine, lambda: loop_statements.run_while(machine, state, node, frame), node.orelse, frame
            )
        case ast.For() | ast.AsyncFor():
            return loop_statements.run_with_breaks(
                machine, lambda: loop_statements.run_for(machine, state, node, frame), node.orelse, frame
            )
        case ast.Try() | ast.TryStar():
            return protection.run_try(machine, state, node, frame)
        case ast.With() | ast.AsyncWith():
            return protection.run_with(machine, state, node, frame)
        case ast.Match():
            return matching.run_match(machine, state, node, frame)
        case ast.Assert(test=test, msg=message):
            holds, fails = refine.branch(machine, state, test, frame)
            if fails is not None:
                if message is not None:
                    evaluate(machine, fails, message, frame)
                machine.raises(fails)
            return holds
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            define_function(machine, state, node, frame)
        case ast.ClassDef():
            return define_class(machine, state, node, frame)
        case ast.Delete(targets=targets):
            for target in targets:
                assignments.delete(machine, state, target, frame)
        case ast.Import() | ast.ImportFrom():
            _import(state, node, frame)
    return state


def leave_with(machine: Machine, state: State, value: ast.expr | None, frame: Frame) -> None:
    """Return a value; where the caller tests it, what is known when it is true apart from when it is not."""
    if frame.key in machine.tested and isinstance(value, _TESTS):
        holds, fails = refine.branch(machine, state, value, frame)
        ways = [(holds, Value(const=True)), (fails, Value(const=False))]
    else:
        ways = [(state, NONE if value is None else evaluate(machine, state, value, frame))]
    for way, held in ways:
        if way is not None:
            machine.may_raise(way)
        if way is not None and not way.is_dead:
            machine.sink.returns.append((way, held))


def _instantiate(machine: Machine, state: State, held: Value, node: ast.expr, frame: Frame) -> None:
    """``raise E`` makes an instance of ``E``."""
    classes = [part for part in held.callables if isinstance(part, ClassOf)]
    if classes:
        way = state.copy()
        calls.apply_all(machine, way, list(classes), Arguments(), call_of(node), frame)
        state.become(join_states(state.copy(), way))


def _if(machine: Machine, state: State, node: ast.If, frame: Frame) -> State | None:
    """Each test of a chain of ``elif`` in turn: a chain may be longer than a stack is deep."""
    done: State | None = None
    closing = None if any(machine.index.of(ast.ClassDef)) else closing_test(node)
    while True:
        limited = _limited(machine, state, node, frame)
        if limited is not None:
            return join_states(done, limited)
        holds, fails = refine.branch(machine, state, node.test, frame)
        done = join_states(done, run(machine, holds, node.body, frame))
        if node is closing and holds is not None:
            return done
        if fails is None or len(node.orelse) != 1 or not isinstance(node.orelse[0], ast.If):
            return join_states(done, run(machine, fails, node.orelse, frame))
        state, node = fails, node.orelse[0]
        machine.step()
        machine.may_raise(state)


def _limited(machine: Machine, state: State, node: ast.If, frame: Frame) -> State | None:
    """``if n > most: n = most`` leaves the smaller of the two."""
    match node:
        case ast.If(
            test=ast.Compare(left=ast.Name(id=name) as left, ops=[operator], comparators=[limit]),
            body=[ast.Assign(targets=[ast.Name(id=same) as target], value=given)],
            orelse=[],
        ) if name == same and ast.dump(limit) == ast.dump(given):
            if not isinstance(operator, ast.Gt | ast.GtE | ast.Lt | ast.LtE):
                return None
            held = evaluate(machine, state, left, frame)
            other = evaluate(machine, state, limit, frame)
            if (
                held.number is None
                or other.number is None
                or held.unknown
                or other.unknown
                or held.mixed
                or other.mixed
            ):
                return None
            choose = arithmetic.smallest if isinstance(operator, ast.Gt | ast.GtE) else arithmetic.biggest
            store(machine, state, target, Value(number=choose(held.number, other.number)), frame)
            return state
    return None


def _import(state: State, node: ast.Import | ast.ImportFrom, frame: Frame) -> None:
    """A name that is imported means what the call graph says it means, so nothing else may be kept for it."""
    for alias in node.names:
        name = alias.asname or alias.name.partition(".")[0]
        variable = (frame.key, name)
        if variable in state.variables:
            state.variables[variable] = join(state.variables[variable], TOP)
