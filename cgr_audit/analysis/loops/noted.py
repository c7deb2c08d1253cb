"""What a loop notes of the elements that it has seen, so that it does not take them up again."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.loops.change import Move
from cgr_audit.analysis.loops.loop_state import LoopState
from cgr_audit.analysis.loops.structural_descent import taken_names

__all__ = ["Notes", "cells_set", "noted_by"]

Blocks = tuple[list[ast.stmt], ...]
"""The lists of statements in which something stands, up to the test that guards it."""
_ADDING_ONE = frozenset({"add", "append", "appendleft", "setdefault"})
_ADDING_SEVERAL = frozenset({"update", "extend"})


class Notes:
    """Answers for one loop."""

    def __init__(self, state: LoopState) -> None:
        self._state = state

    def notes(self, seen: ast.expr, element: ast.expr, test: ast.expr, blocks: Blocks, growth: ast.stmt) -> bool:
        """Whether an element that was not among what was seen is noted wherever a container grows, and stays so.

        Or what is added takes it along: ``todo.append((y, path + [y]))``.
        """
        text = text_of(element)
        for part in ast.walk(growth):
            match part:
                case ast.BinOp(left=left, op=ast.Add() | ast.BitOr(), right=right) if text_of(left) == text_of(seen):
                    if any(text == text_of(one) for one in ast.walk(right) if isinstance(one, ast.expr)):
                        return True
        if not self._keeps(seen):
            return False
        names = {part.id for part in ast.walk(element) if isinstance(part, ast.Name)}
        behind = [part for block in blocks for part in block if part.lineno > test.lineno]
        changing = {change.statement for name in names for change in self._state.changes.get(name, [])}
        return not changing.intersection(behind) and any(
            text == text_of(noted) for part in behind for noted in noted_by(part, seen)
        )

    def notes_taken(self, seen: ast.expr, name: str) -> bool:
        """Whether every round notes the element that it takes out of a container, and none is forgotten."""
        taken = taken_names(self._state.region.loop, name)
        noting: set[ast.AST] = set()
        for part in self._state.region.parts:
            for noted in noted_by(part, seen) if isinstance(part, ast.stmt) else ():
                names = {one.id for one in ast.walk(noted) if isinstance(one, ast.Name)}
                if names and names <= taken:
                    noting.add(part)
        return bool(noting) and self._keeps(seen) and not self._state.region.goes_round_without(noting)

    def notes_rest(self, seen: ast.expr, growth: ast.stmt, blocks: Blocks, name: str) -> bool:
        """Whether the loop notes what a statement adds after it left out what was seen: ``todo |= found - seen``."""
        if self.notes_taken(seen, name):
            return True
        rests = {name, *(text_of(part) for part in ast.walk(growth) if isinstance(part, ast.expr))}
        return self._keeps(seen) and any(
            text_of(noted) in rests and not isinstance(noted, ast.Constant) and text_of(noted) != text_of(seen)
            for block in blocks
            for part in block
            for noted in _several_noted(part, seen)
        )

    def gets_nearer(self, new: ast.expr, known: ast.expr, blocks: Blocks, *, is_less: bool) -> bool:
        """``if new < best[y]: best[y] = new``: what is noted becomes less and less, or more and more up to an end."""
        match known:
            case ast.Subscript(value=table, slice=key):
                pass
            case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[key, *_]):
                pass
            case _:
                return False
        stores = [(part, target) for part, target in cells_set(self._state) if text_of(target.value) == text_of(table)]
        if not all(isinstance(part, ast.Assign) and text_of(part.value) == text_of(new) for part, _ in stores):
            return False
        is_noted = any(
            text_of(target.slice) == text_of(key) and any(part is one for block in blocks for one in block)
            for part, target in stores
        )
        return (
            is_noted and self._keeps(table) and all(_has_an_end(value, is_less=is_less) for value in self._values(new))
        )

    def _values(self, new: ast.expr) -> list[ast.expr]:
        if not isinstance(new, ast.Name):
            return [new]
        changes = self._state.changes.get(new.id, [])
        return [change.statement.value for change in changes if isinstance(change.statement, ast.Assign)] or [new]

    def _keeps(self, seen: ast.expr) -> bool:
        """Whether the loop forgets nothing that was seen."""
        text = text_of(seen)
        changes = [*self._state.changes.get(f"len({text})", []), *self._state.changes.get(text, [])]
        changes = [change for change in changes if not any(True for _ in noted_by(change.statement, seen))]
        return not any(change.move in (Move.DOWN, Move.UNKNOWN) for change in changes)


def cells_set(state: LoopState) -> Iterator[tuple[ast.stmt, ast.Subscript]]:
    """The statements of a loop that set a cell of a table, each with the cell."""
    for part in state.region.parts:
        targets = part.targets if isinstance(part, ast.Assign) else []
        targets = [part.target] if isinstance(part, ast.AugAssign) else targets
        for target in targets:
            if isinstance(target, ast.Subscript):
                yield part, target  # type: ignore[misc]


def noted_by(statement: ast.stmt, seen: ast.expr) -> Iterator[ast.expr]:
    """What a statement adds to what was seen: ``seen.add(y)``, ``seen[y] = x``, ``seen |= {y}``."""
    text = text_of(seen)
    yield from _handed_to_method(statement, text, _ADDING_ONE)
    for target in statement.targets if isinstance(statement, ast.Assign) else ():
        if isinstance(target, ast.Subscript) and text_of(target.value) == text:
            yield target.slice
    for several in _several_noted(statement, seen):
        if isinstance(several, ast.Set | ast.List | ast.Tuple):
            yield from several.elts


def _several_noted(statement: ast.stmt, seen: ast.expr) -> Iterator[ast.expr]:
    """The groups that a statement adds to what was seen: ``seen.update(found)``, ``seen |= found``."""
    text = text_of(seen)
    yield from _handed_to_method(statement, text, _ADDING_SEVERAL)
    match statement:
        case ast.AugAssign(target=target, op=ast.BitOr() | ast.Add(), value=value) if text_of(target) == text:
            yield value
        case ast.Assign(targets=[target], value=ast.BinOp(left=left, op=ast.BitOr() | ast.Add(), right=right)):
            if text_of(target) == text_of(left) == text:
                yield right


def _handed_to_method(statement: ast.stmt, text: str, methods: frozenset[str]) -> Iterator[ast.expr]:
    """What a statement that calls one of these methods of what the text names hands to it first."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=base, attr=method), args=[first, *_])):
            if method in methods and text_of(base) == text:
                yield first


def _has_an_end(value: ast.expr, *, is_less: bool) -> bool:
    """Whether a value that is reckoned from others again and again does not go this way for ever.

    What is added is taken to be a length, which is not below zero, and what is multiplied by to be a share.
    """
    match value:
        case ast.BinOp(op=ast.Add(), right=right) if is_less:
            return not isinstance(right, ast.UnaryOp) and not _subtracts(value)
        case ast.BinOp(op=ast.Add()):
            return False
        case ast.BinOp(op=ast.Sub()):
            return not is_less
        case ast.BinOp(op=ast.Mult(), left=left, right=right):
            return is_less or not any(isinstance(part, ast.Constant) for part in (left, right))
        case ast.Call(func=ast.Name(id="min")) if not is_less:
            return True
    return is_less


def _subtracts(value: ast.expr) -> bool:
    return isinstance(value, ast.BinOp) and (isinstance(value.op, ast.Sub) or _subtracts(value.left))
