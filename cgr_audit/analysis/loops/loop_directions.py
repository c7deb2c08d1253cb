"""Which way the variables of an expression must move for it to move one way in every round."""

from __future__ import annotations

import ast

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.loops.change import Move
from cgr_audit.analysis.loops.library_names import is_from_library
from cgr_audit.analysis.loops.loop_state import LoopState

__all__ = ["LoopDirections"]

_MONOTONE = frozenset({"int", "float", "round", "floor", "ceil", "sqrt", "isqrt", "factorial", "log", "log2", "log10"})


class LoopDirections:
    """Answers for one loop."""

    def __init__(self, state: LoopState) -> None:
        self._state = state
        self._expanded: set[str] = set()

    def moves(self, expression: ast.expr, wanted: int) -> bool:
        """Whether every round moves the value of an expression up (1) or down (-1), and nothing moves it back."""
        signs = self._signs(expression, wanted)
        if signs is None:
            return False
        moving: set[ast.AST] = set()
        for name, sign in signs.items():
            for change in self._state.changes.get(name, []):
                if change.move not in (sign, Move.STILL):
                    return False
                if change.move == sign and change.is_certain and not change.where_held:
                    moving.add(change.statement)
        return bool(moving) and not self._state.region.goes_round_without(moving)

    def _signs(self, node: ast.expr, sign: int) -> dict[str, int] | None:
        """Which way each variable must move for an expression to move; nothing where that is not clear."""
        match node:
            case ast.Constant():
                return {}
            case ast.NamedExpr(target=target):
                return self._signs(target, sign)
            case ast.Subscript(slice=index) if text_of(node) in self._state.changes:
                return {text_of(node): sign} if self._state.is_constant(index) else None
            case ast.Name() if (value := self.computed(node.id)) is not None:
                self._expanded.add(node.id)
                signs = self._signs(value, sign)
                self._expanded.discard(node.id)
                return signs
            case ast.Name() | ast.Attribute():
                return {text_of(node): sign} if text_of(node) in self._state.changes else {}
            case ast.Call(func=ast.Name(id="len"), args=[ast.Call(func=ast.Name(id="str"), args=[inner])]):
                return self._signs(inner, sign)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name) as function, args=[inner]) if (
                name in _MONOTONE and is_from_library(function, self._state.scopes)
            ):
                return self._signs(inner, sign)
            case ast.Call(func=ast.Name(id="len"), args=[base]):
                return {text_of(node): sign} if f"len({text_of(base)})" in self._state.changes else {}
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._signs(operand, -sign)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
                other = sign if isinstance(operator, ast.Add) else -sign
                if isinstance(operator, ast.Add) and (self._divides(left, right) or self._divides(right, left)):
                    return None
                return self._both(self._signs(left, sign), self._signs(right, other))
            case ast.BinOp(left=left, op=ast.Mult() | ast.Pow(), right=right):
                return self._both(self._signs(left, sign), self._signs(right, sign))
            case ast.BinOp(left=left, op=ast.FloorDiv() | ast.Div(), right=right) if self._state.is_constant(right):
                return self._signs(left, sign)
        return {} if self._state.is_constant(node) else None

    def computed(self, name: str) -> ast.expr | None:
        """What every round sets a variable to, once, without use of the variable itself."""
        changes = self._state.changes.get(name, [])
        if len(changes) != 1 or name in self._expanded or changes[0].move is not Move.UNKNOWN:
            return None
        statement = changes[0].statement
        if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
            return None
        is_own = any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(statement.value))
        return None if is_own or self._state.region.goes_round_without({statement}) else statement.value

    def _both(self, one: dict[str, int] | None, other: dict[str, int] | None) -> dict[str, int] | None:
        if one is None or other is None or any(other.get(name, sign) != sign for name, sign in one.items()):
            return None
        return {**one, **other}

    def _divides(self, moving: ast.expr, other: ast.expr) -> bool:
        """Whether a division alone moves one part of a sum: it stops at zero, where the sum may still be large."""
        is_literal = isinstance(other, ast.Constant)
        changes = self._state.changes.get(text_of(moving), [])
        return not is_literal and any(change.stops_at is not None for change in changes)
