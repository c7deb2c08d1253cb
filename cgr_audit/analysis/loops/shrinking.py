"""Containers and texts that every round makes shorter, and that grow only by what cannot come again."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.loops.change import Change, Move
from cgr_audit.analysis.loops.loop_state import LoopState
from cgr_audit.analysis.loops.structural_descent import puts_back_parts

__all__ = ["Shrinking", "is_flag"]


class Shrinking:
    """Answers for one loop."""

    def __init__(self, state: LoopState) -> None:
        self._state = state

    def shrinks(self, name: str, *held: str) -> bool:
        """Whether every round makes a container or text shorter, and nothing in it makes it longer for good.

        ``held`` is in it at the beginning of every round.
        """
        changes = self._state.changes.get(f"len({name})", [])
        certain = [change for change in changes if not change.where_held or not change.where_held.isdisjoint(held)]
        shrinking = [change for change in certain if change.move is Move.DOWN]
        others = [change for change in changes if change.move not in (Move.DOWN, Move.STILL)]
        if any(change.move is Move.UNKNOWN or not self.is_guarded(change, name) for change in others):
            return False
        return self._state.cuts(shrinking, Move.DOWN)

    def is_guarded(self, change: Change, name: str) -> bool:
        """Whether a container grows only by what was not seen before, or only up to a length."""
        for parent in self._state.index.ancestors(change.statement):
            if parent is self._state.region.loop:
                break
            if isinstance(parent, ast.If):
                for part in ast.walk(parent.test):
                    if isinstance(part, ast.Compare) and any(isinstance(one, ast.NotIn) for one in part.ops):
                        return True
                    if isinstance(part, ast.Call) and ast.unparse(part) == f"len({name})":
                        return True
                blocks = self._blocks_around(change.statement, parent)
                if parent.body in blocks and any(self._marks(blocks, cell) for cell in _unmarked(parent.test)):
                    return True
        return self._is_skipped_where_seen(change) or puts_back_parts(self._state.region.loop, name, change.statement)

    def _blocks_around(self, inner: ast.AST, outer: ast.AST) -> list[list[ast.stmt]]:
        """The lists of statements in which a statement stands, up to those of ``outer``."""
        found: list[list[ast.stmt]] = []
        for parent in self._state.index.ancestors(inner):
            blocks = (getattr(parent, "body", None), getattr(parent, "orelse", None))
            found += [block for block in blocks if isinstance(block, list) and inner in block]
            if parent is outer:
                break
            inner = parent
        return found

    def _marks(self, blocks: list[list[ast.stmt]], cell: ast.Subscript) -> bool:
        """Whether one of the blocks marks a cell (``seen[i] = True``), and the loop takes no mark of its table away."""
        table = _table(cell)
        marks = [
            part
            for part in self._state.region.parts
            if isinstance(part, ast.Assign)
            and any(isinstance(target, ast.Subscript) and _table(target) == table for target in part.targets)
        ]
        text = ast.unparse(cell)
        own = [part for part in marks if ast.unparse(part.targets[0]) == text and any(part in one for one in blocks)]
        return bool(own) and all(is_flag(part, True) for part in marks)

    def _is_skipped_where_seen(self, change: Change) -> bool:
        """``if node in seen: continue`` before, and ``seen.add(node)``."""
        block = self._state.region.loop.body
        for statement in block:
            if isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Continue):
                tests = [part for part in ast.walk(statement.test) if isinstance(part, ast.Compare)]
                seen = [ast.unparse(test.comparators[0]) for test in tests if isinstance(test.ops[0], ast.In)]
                if any(f"len({name})" in self._state.changes for name in seen):
                    return True
                if isinstance(statement.test, ast.Subscript) and self._marks([block], statement.test):
                    return True
            if statement is change.statement:
                return False
        return False


def is_flag(statement: ast.stmt, value: bool) -> bool:
    """Whether a statement sets something to this truth value."""
    given = statement.value if isinstance(statement, ast.Assign) else None
    return isinstance(given, ast.Constant) and given.value is value


def _unmarked(test: ast.expr) -> Iterator[ast.Subscript]:
    """The cells that a test asks to be without a mark: ``not visited[i]``, ``visited[i] == False``."""
    values = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
    for value in values:
        match value:
            case ast.UnaryOp(op=ast.Not(), operand=ast.Subscript() as cell):
                yield cell
            case ast.Compare(
                left=ast.Subscript() as cell, ops=[ast.Eq() | ast.Is()], comparators=[ast.Constant(value=False)]
            ):
                yield cell


def _table(cell: ast.Subscript) -> str:
    """The variable that a cell belongs to, however many places deep."""
    base: ast.expr = cell
    while isinstance(base, ast.Subscript):
        base = base.value
    return ast.unparse(base)
