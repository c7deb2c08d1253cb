"""What each kind of statement does to the state of an abstract run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType

from cgr_audit.analysis.domains.cost import larger
from cgr_audit.analysis.flow.exceptions import may_raise
from cgr_audit.analysis.interpreter.assignment import augment
from cgr_audit.analysis.interpreter.branching import branch
from cgr_audit.analysis.interpreter.conditions import test
from cgr_audit.analysis.interpreter.context_managers import execute_with
from cgr_audit.analysis.interpreter.definitions import define_class, define_function, import_modules, import_names
from cgr_audit.analysis.interpreter.heap import deep_dependences
from cgr_audit.analysis.interpreter.loops import execute_for, execute_while
from cgr_audit.analysis.interpreter.patterns import match_statement
from cgr_audit.analysis.interpreter.protected import execute_try
from cgr_audit.analysis.interpreter.raising import execute_assert, execute_raise
from cgr_audit.analysis.interpreter.refinement import refine
from cgr_audit.analysis.interpreter.run import Frame, NeverReturnsError, ReturnRecord, Run
from cgr_audit.analysis.interpreter.special_methods import special
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.subscripts import delete_item
from cgr_audit.analysis.interpreter.values import (
    known,
)

__all__ = ["execute"]


def execute(run: Run, body: list[ast.stmt], frame: Frame, state: State) -> State | None:
    """Run statements; nothing is left where no path reaches their end."""
    current: State | None = state
    for statement in body:
        if current is None:
            return None
        run.step()
        run.weigh(current)
        before, seen = current, None
        if run.executed is not None and run.executed.is_unreached(statement):
            return None
        if run.attempts and may_raise(statement):
            run.steps += len(current.cells) >> 6
            seen = current.copy()
            for attempt in run.attempts:
                attempt.states.append(seen)
            if run.attempts[0].depth < run.loop_depth:
                run.record(seen)
        handler = _HANDLERS.get(type(statement))
        if handler is None:
            continue
        try:
            current = handler(run, statement, frame, current)
        except NeverReturnsError:
            run.exits += 1
            run.record(before)
            return None
        finally:
            if seen is not None:
                seen.cost = larger(seen.cost, before.cost)
    return current


def _expression(run: Run, node: ast.Expr, frame: Frame, state: State) -> State | None:
    run.evaluate(node.value, frame, state)
    return state


def _assignment(run: Run, node: ast.Assign, frame: Frame, state: State) -> State | None:
    value = run.evaluate(node.value, frame, state)
    for target in node.targets:
        run.assign(target, value, frame, state, node)
    return state


def _annotated(run: Run, node: ast.AnnAssign, frame: Frame, state: State) -> State | None:
    if node.value is not None:
        run.assign(node.target, run.evaluate(node.value, frame, state), frame, state, node)
    return state


def _return(run: Run, node: ast.Return, frame: Frame, state: State) -> State | None:
    value = known(None, node) if node.value is None else run.evaluate(node.value, frame, state)
    frame.returns.append(ReturnRecord(node, value, state))
    run.exits += 1
    if frame.loops:
        run.record(state)
    for loop in frame.loops:
        loop.escaped.update(state.controls)
    return None


def _if(run: Run, node: ast.If, frame: Frame, state: State) -> State | None:
    condition = test(run, node.test, frame, state)
    outcome = None if run.executed is None else run.executed.outcome(node)

    def way(body: list[ast.stmt], holds: bool) -> Callable[[State], State | None]:
        def run_way(inner: State) -> State | None:
            begun = None if outcome is (not holds) else refine(run, node.test, holds, frame, inner)
            return None if begun is None else run.execute(body, frame, begun)

        return run_way

    holds, fails = way(node.body, True), way(node.orelse, False)
    return branch(run, condition, frame, state, holds, fails, node.test)


def _break(run: Run, node: ast.Break, frame: Frame, state: State) -> State | None:  # noqa: ARG001
    if frame.loops:
        frame.loops[-1].breaks.append(state)
    return None


def _continue(run: Run, node: ast.Continue, frame: Frame, state: State) -> State | None:  # noqa: ARG001
    if frame.loops:
        frame.loops[-1].continues.append(state)
    return None


def _delete(run: Run, node: ast.Delete, frame: Frame, state: State) -> State | None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            owner = frame.owner_of(target.id) or frame
            state.cells.pop((owner.number, target.id), None)
        else:
            run.evaluate(target, frame, state)
        if isinstance(target, ast.Subscript):
            owners = run.last.get(target.value, {})
            index = run.last.get(target.slice, {})
            if special(run, owners, ("__delitem__",), [index], target, frame, state) is not None:
                continue
            for item in owners.values():
                delete_item(item, run.last.get(target.slice, {}), target, state, strong=len(owners) == 1)
            run.traces.escaped |= deep_dependences(run.last.get(target.slice, {}), state)
    return state


_HANDLERS: Mapping[type[ast.stmt], Callable[..., State | None]] = MappingProxyType({
    ast.Expr: _expression, ast.Assign: _assignment, ast.AnnAssign: _annotated, ast.AugAssign: augment,
    ast.Return: _return, ast.If: _if, ast.For: execute_for, ast.AsyncFor: execute_for, ast.While: execute_while,
    ast.Try: execute_try, ast.TryStar: execute_try, ast.With: execute_with, ast.AsyncWith: execute_with,
    ast.Raise: execute_raise, ast.Assert: execute_assert, ast.Break: _break, ast.Continue: _continue,
    ast.FunctionDef: define_function, ast.AsyncFunctionDef: define_function, ast.ClassDef: define_class,
    ast.Import: import_modules, ast.ImportFrom: import_names, ast.Delete: _delete, ast.Match: match_statement,
})  # fmt: skip
