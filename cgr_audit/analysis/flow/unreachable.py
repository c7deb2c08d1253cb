"""Statements that no path reaches, in maximal runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from cgr_audit.analysis.exhaustive_tests import closing_test
from cgr_audit.analysis.flow.control_flow import ControlFlow
from cgr_audit.analysis.flow.exceptions import asserts_never, takes_everything_of
from cgr_audit.analysis.flow.flow_graph import BlockKind, FlowGraph
from cgr_audit.analysis.flow.nonempty import Nonempty
from cgr_audit.analysis.flow.truth import constant_range, decided, is_complement
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import Scopes

__all__ = ["DeadCode", "UnreachableCode"]

_PLAIN_ITERABLES = frozenset({"range", "enumerate", "zip", "sorted", "reversed", "list", "set", "map", "filter"})
_MODULE = {"__name__": "program"}
_Owner = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef
_OWNERS = (ast.FunctionDef, ast.AsyncFunctionDef)
_BLOCKS = ("body", "orelse", "finalbody")


@dataclass(frozen=True, slots=True)
class DeadCode:
    """A run of statements of one block that no path reaches."""

    first: ast.stmt
    last: ast.stmt
    after: ast.stmt | None
    """The statement that control does not get past, or the one whose test keeps it out."""


class UnreachableCode:
    """Finds the unreachable statements of one program."""

    def __init__(self, index: Index, scopes: Scopes, flow: ControlFlow, nonempty: Nonempty) -> None:
        self._index = index
        self._scopes = scopes
        self._flow = flow
        self._nonempty = nonempty

    def find(self) -> Iterator[DeadCode]:
        """Every maximal run of unreachable statements, in the order of the text."""
        owners: list[_Owner] = [
            self._index.tree,
            *self._index.of(ast.FunctionDef),
            *self._index.of(ast.AsyncFunctionDef),
        ]
        for owner in owners:
            if self._may_hold_dead_code(owner):
                reached = self._reached(self._flow.graph(owner))
                yield from self._runs(owner.body, reached, owner)

    def _may_hold_dead_code(self, owner: _Owner) -> bool:
        """Whether a graph is worth making: whether anything but the end of a block keeps control from going on."""
        waiting: list[list[ast.stmt]] = [owner.body]
        while waiting:
            block = waiting.pop()
            if any(self._may_stop(statement) for statement in block[:-1]):
                return True
            for statement in block:
                if self._may_decide([statement]):
                    return True
                if isinstance(statement, ast.If | ast.For | ast.AsyncFor):
                    waiting.extend(part for part in (statement.body, statement.orelse) if part)
                elif isinstance(statement, ast.With | ast.AsyncWith):
                    waiting.append(statement.body)
        return False

    def _may_stop(self, statement: ast.stmt) -> bool:
        """Whether what comes after a statement may be unreachable because of it."""
        match statement:
            case ast.Return() | ast.Raise() | ast.Break() | ast.Continue():
                return True
            case ast.If(body=body, orelse=other) if other:
                return (self._may_stop(body[-1]) and self._may_stop(other[-1])) or self._may_decide([statement])
            case ast.With(body=body) | ast.AsyncWith(body=body):
                return any(self._may_stop(part) for part in body)
            case ast.For(body=body) | ast.AsyncFor(body=body):
                return self._may_decide([statement]) or any(self._may_stop(part) for part in body)
            case ast.Expr(value=ast.Call() as call) | ast.Assign(value=ast.Call() as call):
                return self._may_not_come_back(call)
        return self._may_decide([statement])

    def _may_decide(self, statements: list[ast.stmt]) -> bool:
        """Whether a statement may keep control out of parts of itself."""
        for statement in statements:
            if isinstance(statement, ast.While | ast.Match | ast.Try | ast.TryStar):
                return True
            if isinstance(statement, ast.For | ast.AsyncFor) and self._may_run_oddly(statement.iter):
                return True
            if isinstance(statement, ast.If | ast.Assert):
                if decided(statement.test, _MODULE, self._scopes) is not None:
                    return True
                other = statement.orelse if isinstance(statement, ast.If) else []
                if other and isinstance(other[0], ast.If) and is_complement(statement.test, other[0].test):
                    return True
                if isinstance(statement, ast.If) and closing_test(statement) is not None:
                    return True
        return False

    def _may_run_oddly(self, iterable: ast.expr) -> bool:
        """Whether a loop may run never, for ever, or a number of times that is known."""
        if isinstance(iterable, ast.Name | ast.Tuple | ast.List | ast.Constant):
            return self._nonempty.is_empty(iterable)
        if not isinstance(iterable, ast.Call):
            return False
        is_plain = isinstance(iterable.func, ast.Name) and iterable.func.id in _PLAIN_ITERABLES
        return not is_plain or constant_range(iterable, self._scopes) is not None

    def _may_not_come_back(self, call: ast.Call) -> bool:
        """Whether a call may reach a function of the program, or end the process."""
        if not isinstance(call.func, ast.Name):
            return isinstance(call.func, ast.Attribute) and call.func.attr in ("exit", "_exit", "abort")
        found = self._scopes.lookup(call.func)
        return found is not None or call.func.id in ("exit", "quit")

    def _reached(self, flow: FlowGraph) -> frozenset[ast.AST]:
        """The statements and handlers that some path may reach, where a handler is only left out for certain."""
        reached = flow.reached
        while True:
            nodes = frozenset(block.node for block in reached if block.node is not None)
            starts = [
                block
                for block in flow.blocks
                if block.kind is BlockKind.HANDLER
                and isinstance(block.node, ast.ExceptHandler)
                and block not in reached
                and self._may_run(block.node, nodes)
            ]
            if not starts:
                return nodes
            reached |= flow.reached_from(starts)

    def _may_run(self, handler: ast.ExceptHandler, reached: frozenset[ast.AST]) -> bool:
        statement = self._index.parent(handler)
        if not isinstance(statement, ast.Try | ast.TryStar) or not any(part in reached for part in statement.body):
            return False
        if all(_cannot_fail(part) for part in statement.body):
            return False
        before = statement.handlers[: statement.handlers.index(handler)]
        return not any(takes_everything_of(earlier, handler, self._scopes) for earlier in before)

    def _runs(self, body: list[ast.stmt], reached: frozenset[ast.AST], holder: ast.AST) -> Iterator[DeadCode]:
        run: list[ast.stmt] = []
        before: ast.stmt | None = None
        for statement in body:
            if not self._is_dead(statement, reached):
                if run:
                    yield from self._run(run, before, holder)
                    run = []
                before = statement
                yield from self._inside(statement, reached)
            else:
                run.append(statement)
        if run:
            yield from self._run(run, before, holder)

    def _inside(self, statement: ast.stmt, reached: frozenset[ast.AST]) -> Iterator[DeadCode]:
        if isinstance(statement, (*_OWNERS, ast.ClassDef)):
            return
        blocks = [getattr(statement, name, None) or [] for name in _BLOCKS]
        blocks += [part.body for name in ("handlers", "cases") for part in getattr(statement, name, ())]
        for block in blocks:
            yield from self._runs(block, reached, statement)

    def _is_dead(self, statement: ast.stmt, reached: frozenset[ast.AST]) -> bool:
        if isinstance(statement, ast.Try | ast.TryStar):
            return self._is_dead(statement.body[0], reached)
        return statement not in reached

    def _run(self, run: list[ast.stmt], before: ast.stmt | None, holder: ast.AST) -> Iterator[DeadCode]:
        if all(_is_remark(part) for part in run) or (before is None and self._is_idiom(holder)):
            return
        if isinstance(before, ast.Raise | ast.Return) and self._makes_generator(run, holder):
            return
        if isinstance(before, ast.If) and closing_test(before) and self._only_objects(run):
            return
        after = before if before is not None else holder
        yield DeadCode(run[0], run[-1], after if isinstance(after, ast.stmt) else None)

    def _is_idiom(self, holder: ast.AST) -> bool:
        """Tests that are meant to be false here: ``__name__ == "__main__"`` and ``TYPE_CHECKING``."""
        test = holder.test if isinstance(holder, ast.If) else None
        names = {part.id for part in ast.walk(test) if isinstance(part, ast.Name)} if test is not None else set()
        attributes = {part.attr for part in ast.walk(test) if isinstance(part, ast.Attribute)} if test else set()
        return bool((names | attributes) & {"__name__", "TYPE_CHECKING"})

    def _only_objects(self, run: list[ast.stmt]) -> bool:
        """``raise`` and the like, which nobody expects to run after tests of all cases."""
        return all(isinstance(part, ast.Raise | ast.Assert) or asserts_never(part, self._scopes) for part in run)

    def _makes_generator(self, run: list[ast.stmt], holder: ast.AST) -> bool:
        """``return; yield`` and ``raise ...; yield`` make a generator of a function that yields nothing."""
        yields = [part for one in run for part in ast.walk(one) if isinstance(part, ast.Yield)]
        return len(run) == 1 and bool(yields) and isinstance(holder, _OWNERS)


def _cannot_fail(statement: ast.stmt) -> bool:
    """Whether a statement raises nothing at all: constants given to names, and jumps."""
    match statement:
        case ast.Pass() | ast.Break() | ast.Continue() | ast.Global() | ast.Nonlocal():
            return True
        case ast.Assign(targets=targets, value=ast.Constant()):
            return all(isinstance(target, ast.Name) for target in targets)
        case ast.Return(value=value) | ast.Expr(value=value):
            return value is None or isinstance(value, ast.Constant)
    return False


def _is_remark(statement: ast.stmt) -> bool:
    """A text that stands for a comment, or ``...``."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
