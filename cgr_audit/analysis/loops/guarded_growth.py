"""Containers that grow only by what cannot come again: what was not seen before, what got nearer, what is less deep."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from cgr_audit.analysis.comparisons import MIRRORED, NEGATED
from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.loops.change import Change
from cgr_audit.analysis.loops.loop_state import LoopState
from cgr_audit.analysis.loops.noted import Notes, cells_set, noted_by
from cgr_audit.analysis.loops.structural_descent import puts_back_parts, taken_place

__all__ = ["Guard", "GuardedGrowth", "is_flag"]


@dataclass(frozen=True, slots=True)
class Guard:
    """What is known where a container grows."""

    test: ast.expr
    holds: bool
    blocks: tuple[list[ast.stmt], ...]
    """The lists of statements in which the growth stands, up to the test."""


class GuardedGrowth:
    """Answers for one loop."""

    def __init__(self, state: LoopState) -> None:
        self._state = state
        self._notes = Notes(state)

    def is_guarded(self, change: Change, name: str) -> bool:
        """Whether a container grows here only by what cannot come again, so that it will not grow for ever."""
        if any(self._limits(guard, change, name) for guard in self.guards(change.statement)):
            return True
        blocks = tuple(self.blocks_around(change.statement))
        if any(self._notes.notes_rest(seen, change.statement, blocks, name) for seen in _left_out(change.statement)):
            return True
        return puts_back_parts(self._state.region.loop, name, change.statement)

    def is_new(self, change: Change, name: str) -> bool:
        """Whether a container gets here only what is not in it, or less than what was noted."""
        for guard in self.guards(change.statement):
            match guard.test:
                case ast.Compare(left=element, ops=[ast.In() | ast.NotIn() as kind], comparators=[seen]):
                    is_outside = isinstance(kind, ast.NotIn) is guard.holds and text_of(seen) == name
                    if is_outside and text_of(element) in map(text_of, noted_by(change.statement, seen)):
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

    def guards(self, statement: ast.stmt) -> Iterator[Guard]:
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

    def _limits(self, guard: Guard, change: Change, name: str) -> bool:
        match guard.test:
            case ast.BoolOp(values=values):
                return all(self._limits(replace(guard, test=value), change, name) for value in values)
            case ast.Compare(left=element, ops=[ast.In() | ast.NotIn() as kind], comparators=[seen]):
                if isinstance(kind, ast.NotIn) is not guard.holds:
                    return False
                if text_of(seen) == name:
                    is_while = isinstance(self._state.region.loop, ast.While)
                    return not is_while and text_of(element) in map(text_of, _added(change.statement))
                return self._notes.notes(
                    seen, element, guard.test, guard.blocks, change.statement
                ) or self._notes.notes_taken(seen, name)
            case ast.Subscript() as cell:
                return not guard.holds and self._marks(guard.blocks, cell)
            case ast.Compare(left=ast.Subscript() as cell, ops=[ast.Eq() | ast.Is()], comparators=[end]) if guard.holds:
                is_unmarked = isinstance(end, ast.Constant) and end.value is False and self._marks(guard.blocks, cell)
                return is_unmarked or (self._state.is_constant(end) and self._counts_down(cell, change.statement))
            case ast.Compare(left=left, ops=[kind], comparators=[right]):
                order = type(kind) if guard.holds else NEGATED[type(kind)]
                if order in (ast.Gt, ast.GtE):
                    left, right, order = right, left, MIRRORED[order]
                if order not in (ast.Lt, ast.LtE):
                    return False
                return (
                    (order is ast.Lt and self._gets_nearer(guard, left, right))
                    or self._is_less_deep(left, right, change, name)
                    or self._is_up_to_a_length(left, right, name)
                )
        return False

    def _gets_nearer(self, guard: Guard, low: ast.expr, high: ast.expr) -> bool:
        return self._notes.gets_nearer(low, high, guard.blocks, is_less=True) or self._notes.gets_nearer(
            high, low, guard.blocks, is_less=False
        )

    def _is_up_to_a_length(self, low: ast.expr, high: ast.expr, name: str) -> bool:
        """``if len(numbers) < 10: numbers.append(...)``, in a loop over the numbers."""
        loop = self._state.region.loop
        if isinstance(loop, ast.While) or text_of(low) != f"len({name})" or not self._state.is_constant(high):
            return False
        own = {part.id for part in ast.walk(loop.target) if isinstance(part, ast.Name)}
        return not any(isinstance(part, ast.Name) and part.id in own for part in ast.walk(high))

    def _marks(self, blocks: tuple[list[ast.stmt], ...], cell: ast.Subscript) -> bool:
        """Whether one of the blocks marks a cell (``seen[i] = True``), and the loop takes no mark of its table away."""
        stores = [(part, target) for part, target in cells_set(self._state) if _table(target) == _table(cell)]
        own = [part for part, target in stores if text_of(target) == text_of(cell) and _is_in(part, blocks)]
        return bool(own) and all(is_flag(part, True) for part, _ in stores)

    def _counts_down(self, cell: ast.Subscript, growth: ast.stmt) -> bool:
        """``degree[y] -= 1; if degree[y] == 0``: a cell comes to one number once, if it only moves one way by one."""
        stores = [(part, target) for part, target in cells_set(self._state) if _table(target) == _table(cell)]
        steps = [part for part, _ in stores if isinstance(part, ast.AugAssign)]
        around = tuple(self.blocks_around(growth))
        is_near = any(text_of(target) == text_of(cell) and _is_in(part, around) for part, target in stores)
        if not is_near or len(steps) != len(stores):
            return False
        kinds = {type(part.op) for part in steps}
        is_by_one = all(isinstance(part.value, ast.Constant) and part.value.value == 1 for part in steps)
        return is_by_one and kinds in ({ast.Sub}, {ast.Add})

    def _is_less_deep(self, low: ast.expr, high: ast.expr, change: Change, name: str) -> bool:
        """``if depth < 3: todo.append((child, depth + 1))``, where the depth was taken out with its element."""
        for depth, limit, wanted in ((low, high, 1), (high, low, -1)):
            place = taken_place(self._state.region.loop, name, depth.id) if isinstance(depth, ast.Name) else None
            if isinstance(depth, ast.Name) and place is not None and self._state.is_constant(limit):
                if len(self._state.changes.get(depth.id, [])) != 1:
                    return False
                put_back = list(_added_at(change.statement, *place))
                return bool(put_back) and all(_step(part, depth.id) == wanted for part in put_back)
        return False


def _added(statement: ast.stmt) -> list[ast.expr]:
    """What a statement gives to the call that it makes."""
    match statement:
        case ast.Expr(value=ast.Call(args=arguments)):
            return arguments
    return []


def _added_at(statement: ast.stmt, place: int | None, size: int) -> Iterator[ast.expr]:
    """What a statement puts at one place of the elements that it adds; the elements themselves without a place."""
    if place is None:
        yield from _added(statement)[-1:]
        return
    for part in ast.walk(statement):
        if isinstance(part, ast.Tuple) and isinstance(part.ctx, ast.Load) and len(part.elts) == size:
            yield part.elts[place]


def _step(node: ast.expr, name: str) -> int:
    """1 for ``name + 1``, -1 for ``name - 1``."""
    match node:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=ast.Constant(value=int(step))):
            if text_of(left) == name and step > 0:
                return 1 if isinstance(operator, ast.Add) else -1
    return 0


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


def _parts(test: ast.expr, *, holds: bool, blocks: tuple[list[ast.stmt], ...]) -> Iterator[Guard]:
    """What is known of each part of a test where the whole holds, or fails."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _parts(operand, holds=not holds, blocks=blocks)
        case ast.BoolOp(op=operator, values=values) if isinstance(operator, ast.And) is holds:
            for value in values:
                yield from _parts(value, holds=holds, blocks=blocks)
        case _:
            yield Guard(test, holds, blocks)


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
