"""Containers that grow only by what cannot come again: what was not seen before, what got nearer, what is less deep."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from cgr_audit.analysis.loops.change import Change, Move
from cgr_audit.analysis.loops.expression_text import text_of
from cgr_audit.analysis.loops.loop_state import LoopState
from cgr_audit.analysis.loops.structural_descent import puts_back_parts, taken_names

__all__ = ["GuardedGrowth", "is_flag"]

_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


@dataclass(frozen=True, slots=True)
class _Guard:
    """What is known where a container grows."""

    test: ast.expr
    holds: bool
    blocks: tuple[list[ast.stmt], ...]
    """The lists of statements in which the growth stands, up to the test."""


class GuardedGrowth:
    """Answers for one loop."""

    def __init__(self, state: LoopState) -> None:
        self._state = state

    def is_guarded(self, change: Change, name: str) -> bool:
        """Whether a container grows here only by what cannot come again, so that it will not grow for ever."""
        if any(self._limits(guard, change, name) for guard in self._guards(change.statement)):
            return True
        if any(self._remembers(seen, change, name) for seen in _left_out(change.statement)):
            return True
        return puts_back_parts(self._state.region.loop, name, change.statement)

    def is_new(self, change: Change, name: str) -> bool:
        """Whether a container gets here only what is not in it, or less than what was noted."""
        for guard in self._guards(change.statement):
            match guard.test:
                case ast.Compare(ops=[ast.In() | ast.NotIn() as kind], comparators=[seen]):
                    if isinstance(kind, ast.NotIn) is guard.holds and text_of(seen) == name:
                        return True
        return False

    def blocks_around(self, statement: ast.stmt) -> Iterator[list[ast.stmt]]:
        """The lists of statements within the loop in which a statement stands, the nearest first."""
        inner: ast.AST = statement
        for around in self._state.index.ancestors(statement):
            block = _block_with(around, inner)
            if block is not None:
                yield block
            if around is self._state.region.loop:
                return
            inner = around

    def _guards(self, statement: ast.stmt) -> Iterator[_Guard]:
        """The tests around a statement within the loop, and those before it that skip the rest of a round."""
        blocks: list[list[ast.stmt]] = []
        inner: ast.AST = statement
        for around in self._state.index.ancestors(statement):
            block = _block_with(around, inner)
            if block is not None:
                blocks.append(block)
                for before in block:
                    if before is inner:
                        break
                    if isinstance(before, ast.If) and not before.orelse and isinstance(before.body[-1], ast.Continue):
                        yield from _parts(before.test, holds=False, blocks=tuple(blocks))
            if isinstance(around, ast.If) and block is not None:
                yield from _parts(around.test, holds=block is around.body, blocks=tuple(blocks))
            if around is self._state.region.loop:
                return
            inner = around

    def _limits(self, guard: _Guard, change: Change, name: str) -> bool:
        match guard.test:
            case ast.Compare(left=_, ops=[ast.In() | ast.NotIn() as kind], comparators=[seen]):
                return isinstance(kind, ast.NotIn) is guard.holds and self._remembers(seen, change, name)
            case ast.Subscript() as cell:
                return not guard.holds and self._marks(guard.blocks, cell)
            case ast.Compare(left=ast.Subscript() as cell, ops=[ast.Eq() | ast.Is()], comparators=[end]) if guard.holds:
                is_unmarked = isinstance(end, ast.Constant) and end.value is False and self._marks(guard.blocks, cell)
                return is_unmarked or (self._state.is_constant(end) and self._counts_down(cell))
            case ast.Compare(left=left, ops=[one], comparators=[right]) if isinstance(one, _ORDERS):
                is_up_to_a_length = f"len({name})" in (text_of(left), text_of(right))
                return (
                    self._gets_less(guard.blocks, left, right)
                    or self._is_less_deep(left, right, change, name)
                    or (is_up_to_a_length and not isinstance(self._state.region.loop, ast.While))
                )
        return False

    def _remembers(self, seen: ast.expr, change: Change, name: str) -> bool:
        """Whether what is added is noted among what was seen, and nothing seen is forgotten."""
        text = text_of(seen)
        if text == name:
            return not isinstance(self._state.region.loop, ast.While)
        if any(
            isinstance(part, ast.BinOp) and isinstance(part.op, ast.Add | ast.BitOr) and text_of(part.left) == text
            for part in ast.walk(change.statement)
        ):
            return True
        changes = self._state.changes.get(f"len({text})", [])
        if any(one.move in (Move.DOWN, Move.UNKNOWN) for one in changes):
            return False
        return any(one.move is Move.UP for one in changes) or text in self._tables_filled

    @property
    def _tables_filled(self) -> set[str]:
        """The tables in which the loop sets a cell."""
        return {_table(target) for _, target in self._stores()}

    def _stores(self) -> Iterator[tuple[ast.stmt, ast.Subscript]]:
        for part in self._state.region.parts:
            targets = part.targets if isinstance(part, ast.Assign) else []
            targets = [part.target] if isinstance(part, ast.AugAssign) else targets
            for target in targets:
                if isinstance(target, ast.Subscript):
                    yield part, target  # type: ignore[misc]

    def _marks(self, blocks: tuple[list[ast.stmt], ...], cell: ast.Subscript) -> bool:
        """Whether one of the blocks marks a cell (``seen[i] = True``), and the loop takes no mark of its table away."""
        stores = [(part, target) for part, target in self._stores() if _table(target) == _table(cell)]
        own = [part for part, target in stores if text_of(target) == text_of(cell) and _is_in(part, blocks)]
        return bool(own) and all(is_flag(part, True) for part, _ in stores)

    def _counts_down(self, cell: ast.Subscript) -> bool:
        """``degree[y] -= 1; if degree[y] == 0``: a cell comes to one number once, if it only moves one way by one."""
        stores = [(part, target) for part, target in self._stores() if _table(target) == _table(cell)]
        steps = [part for part, _ in stores if isinstance(part, ast.AugAssign)]
        if not any(text_of(target) == text_of(cell) for _, target in stores) or len(steps) != len(stores):
            return False
        kinds = {type(part.op) for part in steps}
        is_by_one = all(isinstance(part.value, ast.Constant) and part.value.value == 1 for part in steps)
        return is_by_one and kinds in ({ast.Sub}, {ast.Add})

    def _gets_less(self, blocks: tuple[list[ast.stmt], ...], one: ast.expr, other: ast.expr) -> bool:
        """``if new < best[y]: best[y] = new``: what is noted becomes less and less."""
        for known, new in ((one, other), (other, one)):
            table = known.func.value if isinstance(known, ast.Call) and isinstance(known.func, ast.Attribute) else known
            base = table.value if isinstance(table, ast.Subscript) and table is known else table
            if known is table and not isinstance(known, ast.Subscript):
                continue
            for part, target in self._stores():
                is_noted = isinstance(part, ast.Assign) and text_of(part.value) == text_of(new)
                if is_noted and text_of(target.value) == text_of(base) and _is_in(part, blocks):
                    return True
        return False

    def _is_less_deep(self, one: ast.expr, other: ast.expr, change: Change, name: str) -> bool:
        """``if depth < 3: todo.append((child, depth + 1))``, where the depth was taken out with its element."""
        taken = taken_names(self._state.region.loop, name)
        for depth, limit in ((one, other), (other, one)):
            if isinstance(depth, ast.Name) and depth.id in taken and self._state.is_constant(limit):
                return any(
                    isinstance(part, ast.BinOp)
                    and isinstance(part.op, ast.Add | ast.Sub)
                    and text_of(part.left) == depth.id
                    and isinstance(part.right, ast.Constant)
                    for part in ast.walk(change.statement)
                )
        return False


def _left_out(statement: ast.stmt) -> Iterator[ast.expr]:
    """What a statement leaves out of what it adds: ``todo |= found - seen``, ``[y for y in new if y not in seen]``."""
    for part in ast.walk(statement):
        match part:
            case ast.BinOp(op=ast.Sub(), right=seen):
                yield seen
            case ast.comprehension(ifs=tests):
                for test in tests:
                    if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.NotIn):
                        yield test.comparators[0]


def is_flag(statement: ast.stmt, value: bool) -> bool:
    """Whether a statement sets something to this truth value."""
    given = statement.value if isinstance(statement, ast.Assign) else None
    return isinstance(given, ast.Constant) and given.value is value


def _parts(test: ast.expr, *, holds: bool, blocks: tuple[list[ast.stmt], ...]) -> Iterator[_Guard]:
    """What is known of each part of a test where the whole holds, or fails."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _parts(operand, holds=not holds, blocks=blocks)
        case ast.BoolOp(op=operator, values=values) if isinstance(operator, ast.And) is holds:
            for value in values:
                yield from _parts(value, holds=holds, blocks=blocks)
        case _:
            yield _Guard(test, holds, blocks)


def _block_with(around: ast.AST, inner: ast.AST) -> list[ast.stmt] | None:
    """The list of statements of one node in which another stands."""
    for block in (getattr(around, "body", None), getattr(around, "orelse", None)):
        if isinstance(block, list) and any(part is inner for part in block):
            return block
    return None


def _is_in(statement: ast.stmt, blocks: tuple[list[ast.stmt], ...]) -> bool:
    return any(statement is part for block in blocks for part in block)


def _table(cell: ast.Subscript) -> str:
    """The variable that a cell belongs to, however many places deep."""
    base: ast.expr = cell
    while isinstance(base, ast.Subscript):
        base = base.value
    return text_of(base)
