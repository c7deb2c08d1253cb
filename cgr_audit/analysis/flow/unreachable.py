"""Statements that no path reaches, in maximal runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from cgr_audit.analysis.exhaustive_tests import closing_test
from cgr_audit.analysis.flow.control_flow import ControlFlow
from cgr_audit.analysis.flow.exceptions import asserts_never, takes_everything_of
from cgr_audit.analysis.flow.flow_graph import BlockKind, FlowGraph
from cgr_audit.analysis.index import Index, blocks_of, names_in
from cgr_audit.analysis.scopes import Scopes

__all__ = ["DeadCode", "UnreachableCode"]

_Owner = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef
_OWNERS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class DeadCode:
    """A run of statements of one block that no path reaches."""

    first: ast.stmt
    last: ast.stmt
    after: ast.stmt | None
    """The statement that control does not get past, or the one whose test keeps it out."""


class UnreachableCode:
    """Finds the unreachable statements of one program."""

    def __init__(self, index: Index, scopes: Scopes, flow: ControlFlow) -> None:
        self._index = index
        self._scopes = scopes
        self._flow = flow

    def find(self) -> Iterator[DeadCode]:
        """Every maximal run of unreachable statements, in the order of the text."""
        owners: list[_Owner] = [
            self._index.tree,
            *self._index.of(ast.FunctionDef),
            *self._index.of(ast.AsyncFunctionDef),
        ]
        for owner in owners:
            yield from self._runs(owner.body, self._reached(self._flow.graph(owner)), owner)

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
        for block in blocks_of(statement):
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
        names = set() if test is None else names_in(test)
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
