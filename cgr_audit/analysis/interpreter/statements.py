"""What each kind of statement does to the state of an abstract run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType

from cgr_audit.analysis.domains.cost import larger
from cgr_audit.analysis.flow.exceptions import may_raise
from cgr_audit.analysis.interpreter.assignment import augment, remove_item
from cgr_audit.analysis.interpreter.attributes import delete_attribute
from cgr_audit.analysis.interpreter.branching import branch
from cgr_audit.analysis.interpreter.conditions import test
from cgr_audit.analysis.interpreter.context_managers import execute_with
from cgr_audit.analysis.interpreter.definitions import define_class, define_function, import_modules, import_names
from cgr_audit.analysis.interpreter.heap import deep_taint
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, LeftError, NeverReturnsError, ReturnRecord
from cgr_audit.analysis.interpreter.loops import execute_for, execute_while
from cgr_audit.analysis.interpreter.patterns import match_statement
from cgr_audit.analysis.interpreter.protected import execute_try
from cgr_audit.analysis.interpreter.raising import execute_assert, execute_raise
from cgr_audit.analysis.interpreter.refinement import refine
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    known,
)

__all__ = ["execute"]


def execute(interp: Interpreter, body: list[ast.stmt], frame: Frame, state: State) -> State | None:
    """Run statements; nothing is left where no path reaches their end."""
    current: State | None = state
    for statement in body:
        if current is None:
            return None
        interp.step()
        interp.weigh(current)
        before, seen = current, None
        if interp.executed is not None and interp.executed.is_unreached(statement):
            return None
        if interp.attempts and may_raise(statement):
            interp.steps += len(current.cells) >> 6
            seen = current.copy()
            for attempt in interp.attempts:
                attempt.see(seen, interp.loop_depth)
            if interp.attempts[0].depth < interp.loop_depth:
                interp.record(seen)
        handler = _HANDLERS.get(type(statement))
        if handler is None:
            continue
        try:
            current = handler(interp, statement, frame, current)
        except NeverReturnsError as error:
            interp.exits += 1
            if not isinstance(error, LeftError):
                interp.record(before)
            return None
        finally:
            if seen is not None:
                seen.cost = larger(seen.cost, before.cost)
    return current


def _expression(interp: Interpreter, node: ast.Expr, frame: Frame, state: State) -> State | None:
    interp.evaluate(node.value, frame, state)
    return state


def _assignment(interp: Interpreter, node: ast.Assign, frame: Frame, state: State) -> State | None:
    if isinstance(node.value, ast.GeneratorExp) and isinstance(node.targets[0], ast.Tuple | ast.List):
        interp.on_the_spot.add(node.value.generators[0].iter)  # it runs to its end
    value = interp.evaluate(node.value, frame, state)
    for target in node.targets:
        interp.assign(target, value, frame, state, node)
    return state


def _annotated(interp: Interpreter, node: ast.AnnAssign, frame: Frame, state: State) -> State | None:
    if node.value is not None:
        interp.assign(node.target, interp.evaluate(node.value, frame, state), frame, state, node)
    return state


def _return(interp: Interpreter, node: ast.Return, frame: Frame, state: State) -> State | None:
    value = known(None, node) if node.value is None else interp.evaluate(node.value, frame, state)
    frame.returns.append(ReturnRecord(node, value, state))
    interp.exits += 1
    if frame.loops:
        interp.record(state)
    for loop in frame.loops:
        loop.escaped.update(state.controls)
    return None


def _if(interp: Interpreter, node: ast.If, frame: Frame, state: State) -> State | None:
    condition = test(interp, node.test, frame, state)

    def way(body: list[ast.stmt], holds: bool) -> Callable[[State], State | None]:
        def run_way(inner: State) -> State | None:
            begun = refine(interp, node.test, holds, frame, inner)
            return None if begun is None else interp.execute(body, frame, begun)

        return run_way

    holds, fails = way(node.body, True), way(node.orelse, False)
    return branch(interp, condition, frame, state, holds, fails, node.test)


def _break(interp: Interpreter, node: ast.Break, frame: Frame, state: State) -> State | None:  # noqa: ARG001
    if frame.loops:
        frame.loops[-1].breaks.append(state)
    return None


def _continue(interp: Interpreter, node: ast.Continue, frame: Frame, state: State) -> State | None:  # noqa: ARG001
    if frame.loops:
        frame.loops[-1].continues.append(state)
    return None


def _delete(interp: Interpreter, node: ast.Delete | ast.Tuple | ast.List, frame: Frame, state: State) -> State | None:
    for target in node.targets if isinstance(node, ast.Delete) else node.elts:
        if isinstance(target, ast.Tuple | ast.List):
            _delete(interp, target, frame, state)
        elif isinstance(target, ast.Name):  # reading it now raises, which may end a loop or not
            interp.bind(frame.owner_of(target.id) or frame, target.id, interp.unknown(), state)
        elif isinstance(target, ast.Attribute):
            owners = interp.evaluate(target.value, frame, state)
            delete_attribute(interp, owners, target.attr, target, frame, state)
        else:
            interp.evaluate(target, frame, state)
        if isinstance(target, ast.Subscript):
            owners = interp.last.get(target.value, {})
            index = interp.last.get(target.slice, {})
            remove_item(interp, owners, index, target, frame, state)
            interp.traces.escaped |= deep_taint(interp.last.get(target.slice, {}), state)
    return state


_HANDLERS: Mapping[type[ast.stmt], Callable[..., State | None]] = MappingProxyType({
    ast.Expr: _expression, ast.Assign: _assignment, ast.AnnAssign: _annotated, ast.AugAssign: augment,
    ast.Return: _return, ast.If: _if, ast.For: execute_for, ast.AsyncFor: execute_for, ast.While: execute_while,
    ast.Try: execute_try, ast.TryStar: execute_try, ast.With: execute_with, ast.AsyncWith: execute_with,
    ast.Raise: execute_raise, ast.Assert: execute_assert, ast.Break: _break, ast.Continue: _continue,
    ast.FunctionDef: define_function, ast.AsyncFunctionDef: define_function, ast.ClassDef: define_class,
    ast.Import: import_modules, ast.ImportFrom: import_names, ast.Delete: _delete, ast.Match: match_statement,
})  # fmt: skip
