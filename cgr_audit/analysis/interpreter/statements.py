"""What each kind of statement does to the state of an abstract run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from cgr_audit.analysis.exhaustive_tests import closing_test
from cgr_audit.analysis.flow.exceptions import may_raise
from cgr_audit.analysis.interpreter.assignment import augment, remove_item
from cgr_audit.analysis.interpreter.attributes import delete_attribute
from cgr_audit.analysis.interpreter.branching import Link, follow_chain
from cgr_audit.analysis.interpreter.conditions import Condition, test
from cgr_audit.analysis.interpreter.context_managers import execute_with
from cgr_audit.analysis.interpreter.counters import raise_cost
from cgr_audit.analysis.interpreter.definitions import define_class, define_function, import_modules, import_names
from cgr_audit.analysis.interpreter.heap import deep_taint
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, NeverReturnsError, ReturnRecord
from cgr_audit.analysis.interpreter.library.escape import COMPARISONS
from cgr_audit.analysis.interpreter.loops import execute_for, execute_while
from cgr_audit.analysis.interpreter.patterns import match_statement
from cgr_audit.analysis.interpreter.protected import execute_try
from cgr_audit.analysis.interpreter.raising import execute_assert, execute_raise
from cgr_audit.analysis.interpreter.refinement import refine
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import known

__all__ = ["execute"]


def execute(interp: Interpreter, body: list[ast.stmt], frame: Frame, state: State) -> State | None:
    """Run statements; nothing is left where no path reaches their end."""
    current: State | None = state
    for statement in body:
        if current is None:
            return None
        before, seen = current, _begun(interp, statement, current)
        if interp.executed is not None and interp.executed.is_unreached(statement):
            return None
        handler = _HANDLERS.get(type(statement))
        if handler is None:
            continue
        try:
            current = handler(interp, statement, frame, current)
        except NeverReturnsError as error:
            interp.exits += 1
            interp.raises(error, before)
            return None
        finally:
            if seen is not None:
                raise_cost(seen, before.cost)
    return current


def _begun(interp: Interpreter, statement: ast.stmt, state: State) -> State | None:
    """Count a statement; gives what each ``try`` around it has seen of the state before it, where it may raise."""
    interp.step()
    interp.weigh(state)
    if not interp.attempts or not may_raise(statement):
        return None
    interp.steps += len(state.cells) >> 6
    seen = state.copy()
    for attempt in interp.attempts:
        attempt.see(seen, interp.loop_depth)
    if interp.attempts[0].depth < interp.loop_depth:
        interp.record(seen)
    return seen


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
    watched: list[tuple[State, State]] = []

    def link(part: ast.If) -> Link:
        def begins(inner: State) -> Condition:
            seen = None if part is node else _begun(interp, part, inner)
            if seen is not None:
                watched.append((seen, inner))
            return test(interp, part.test, frame, inner)

        def holds(inner: State) -> State | None:
            begun = refine(interp, part.test, True, frame, inner)
            return None if begun is None else interp.execute(part.body, frame, begun)

        def fails(inner: State) -> State | None:
            if part is not node and not part.orelse and _leaves_no_case_over(interp, node):
                return None
            begun = refine(interp, part.test, False, frame, inner)
            is_last = not _is_chained(interp, part.orelse)
            return interp.execute(part.orelse, frame, begun) if begun is not None and is_last else begun

        return Link(part.test, begins, holds, fails)

    def links() -> Iterator[Link]:
        part = node
        yield link(part)
        while _is_chained(interp, part.orelse):
            part = part.orelse[0]  # type: ignore[assignment]
            yield link(part)

    end = follow_chain(interp, links(), frame, state)
    for seen, inner in watched:
        raise_cost(seen, inner.cost)
    return end


_ANSWERING = COMPARISONS | {"__bool__", "__contains__", "__len__", "__getattr__", "__getattribute__", "__getitem__"}
"""The methods of a class of the program that may give another answer when a test is made again."""


def _leaves_no_case_over(interp: Interpreter, node: ast.If) -> bool:
    is_plain = not interp.has_descriptors and interp.special_names.isdisjoint(_ANSWERING)
    return is_plain and closing_test(node) is not None


def _is_chained(interp: Interpreter, body: list[ast.stmt]) -> bool:
    """Whether an ``else`` holds only another ``if``."""
    if len(body) != 1 or not isinstance(body[0], ast.If):
        return False
    return interp.executed is None or not interp.executed.is_unreached(body[0])


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
