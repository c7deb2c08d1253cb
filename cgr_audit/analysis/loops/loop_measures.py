"""Sums and differences of variables that fall in every round of a loop, whichever way the round goes."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Mapping

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.loops.change import Change, Changes, Move
from cgr_audit.analysis.loops.intervals import UNBOUNDED, Bounds
from cgr_audit.analysis.loops.loop_region import LoopRegion
from cgr_audit.analysis.loops.number_bounds import NumberBounds

__all__ = ["LoopMeasures", "Terms"]

Terms = dict[str, float]
"""A sum of variables, each with what it is multiplied by; what no round changes is left out."""

_TAKES_ONE = (ast.Expr, ast.Assign)
_ADDING_ONE = frozenset({"append", "appendleft", "insert", "add", "push", "heappush", "put"})


class LoopMeasures:
    """Answers for one loop."""

    def __init__(
        self,
        region: LoopRegion,
        index: Index,
        changes: Changes,
        numbers: NumberBounds,
        is_constant: Callable[[ast.expr], bool],
    ) -> None:
        self._region = region
        self._index = index
        self._changes = changes
        self._numbers = numbers
        self._is_constant = is_constant

    def falls(self, terms: Mapping[str, float]) -> bool:
        """Whether every path through the body makes the sum smaller, by no less than some fixed amount."""
        if not terms or not all(name in self._changes for name in terms):
            return False
        rises: dict[ast.AST, float] = {}
        for name, factor in terms.items():
            for change in dict.fromkeys(self._changes[name]):
                low, high = self._displacement(name, change)
                rises[change.statement] = rises.get(change.statement, 0) + (high if factor > 0 else -low) * abs(factor)
        repeated = [statement for statement in rises if self._is_in_inner_loop(statement)]
        if any(rises[statement] > 0 for statement in repeated):
            return False
        rises.update(dict.fromkeys(repeated, 0))
        return self._region.greatest_sum(rises) < 0

    def comes_below(self, low: ast.expr, high: ast.expr) -> bool:
        """Whether ``low < high`` must fail: their distance falls, or one stays put and the other passes it."""
        if isinstance(low, ast.Name) and (ahead := self._follows(low)) is not None and self.falls({ahead: -1}):
            return self._is_constant(high)
        upper, lower = self.terms(high), self.terms(low, -1)
        return (
            self.falls(added(upper, lower) or {})
            or (self._numbers.of(low)[0] > -math.inf and self.falls(upper or {}))
            or (self._numbers.of(high)[1] < math.inf and self.falls(lower or {}))
        )

    def _follows(self, name: ast.Name) -> str | None:
        """The variable whose value every round gives to another, as in ``a, b = b, a + b``."""
        changes = self._changes.get(name.id, [])
        statement = changes[0].statement if len(changes) == 1 else None
        if not isinstance(statement, ast.Assign) or self._region.goes_round_without({statement}):
            return None
        given = self._given(statement, name.id)
        return given.id if isinstance(given, ast.Name) and given.id in self._changes else None

    def terms(self, node: ast.expr, factor: float = 1) -> Terms | None:
        """An expression as a sum of variables; nothing where it is none."""
        if self._is_constant(node):
            return {}
        match node:
            case ast.Name() | ast.Attribute():
                return {text_of(node): factor}
            case ast.Call(func=ast.Name(id="len"), args=[base]):
                return {f"len({text_of(base)})": factor}
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.terms(operand, -factor)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
                other = factor if isinstance(operator, ast.Add) else -factor
                return added(self.terms(left, factor), self.terms(right, other))
            case ast.BinOp(left=left, op=ast.Mult(), right=ast.Constant(value=int() | float() as value)):
                return self.terms(left, factor * value)
            case ast.BinOp(left=ast.Constant(value=int() | float() as value), op=ast.Mult(), right=right):
                return self.terms(right, factor * value)
        return None

    def _displacement(self, name: str, change: Change) -> Bounds:
        """By how much one statement moves one variable, or the length of one container."""
        if not change.is_certain:
            either: dict[Move, Bounds] = {Move.DOWN: (-math.inf, 0), Move.STILL: (-math.inf, 0), Move.UP: (0, math.inf)}
            return either.get(change.move, UNBOUNDED)
        if name.startswith("len("):
            takes_one = isinstance(change.statement, _TAKES_ONE)
            steps: dict[Move, Bounds] = {Move.DOWN: (-1 if takes_one else -math.inf, -1), Move.STILL: (-math.inf, 0)}
            if change.where_held:
                return (-math.inf, 0)
            if change.move is Move.UP:
                return (0, 1) if _adds_one(change.statement) else (0, math.inf)
            return steps.get(change.move, UNBOUNDED)
        match change.statement:
            case ast.AugAssign(op=ast.Mod()):
                return (-math.inf, -1 if change.move is Move.DOWN else 0)
            case ast.AugAssign(op=ast.Add(), value=value):
                return self._numbers.of(value)
            case ast.AugAssign(op=ast.Sub(), value=value):
                low, high = self._numbers.of(value)
                return (-high, -low)
            case ast.Assign():
                given = self._given(change.statement, name)
                if isinstance(given, ast.Attribute) and change.move is Move.DOWN:
                    return (-math.inf, -1)
                return UNBOUNDED if given is None else self._difference(given, name)
        return UNBOUNDED

    def _given(self, statement: ast.Assign, name: str) -> ast.expr | None:
        """What an assignment gives to a variable."""
        for target in statement.targets:
            if isinstance(target, ast.Name | ast.Attribute) and text_of(target) == name:
                return statement.value
            if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
                for one, value in zip(target.elts, statement.value.elts, strict=False):
                    if text_of(one) == name and len(target.elts) == len(statement.value.elts):
                        return value
        return None

    def _difference(self, value: ast.expr, name: str) -> Bounds:
        """Between which numbers ``value - name`` lies, for a value that is a sum with the variable in it, once."""
        low, high, seen = 0.0, 0.0, 0
        waiting: list[tuple[ast.expr, int]] = [(value, 1)]
        while waiting:
            node, sign = waiting.pop()
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
                waiting += [(node.left, sign), (node.right, sign if isinstance(node.op, ast.Add) else -sign)]
            elif sign > 0 and isinstance(node, ast.Name | ast.Attribute) and text_of(node) == name:
                seen += 1
            else:
                least, greatest = self._numbers.of(node)
                low, high = (low + least, high + greatest) if sign > 0 else (low - greatest, high - least)
        return (low, high) if seen == 1 else UNBOUNDED

    def are_repeated(self, statements: Iterable[ast.AST]) -> bool:
        """Whether one round may run one of these statements many times."""
        return any(self._is_in_inner_loop(statement) for statement in statements)

    def _is_in_inner_loop(self, statement: ast.AST) -> bool:
        """Whether a statement stands in a loop within the body, or is one: a round may run it many times."""
        for part in (statement, *self._index.ancestors(statement)):
            if part is self._region.loop:
                return False
            if isinstance(part, ast.For | ast.AsyncFor | ast.While):
                return True
        return False


def _adds_one(statement: ast.stmt) -> bool:
    """Whether a statement is one call that adds one element."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    function = call.func if isinstance(call, ast.Call) else None
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in _ADDING_ONE


def added(one: Terms | None, other: Terms | None) -> Terms | None:
    """The sum of two sums; nothing where either is none."""
    if one is None or other is None:
        return None
    total = {name: one.get(name, 0) + other.get(name, 0) for name in (*one, *other)}
    return {name: factor for name, factor in total.items() if factor != 0}
