"""Numbers so large or so signed that a step leaves them where they are."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from functools import cached_property

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.loops.change import Change, Changes, Move
from cgr_audit.analysis.loops.loop_region import LoopRegion
from cgr_audit.analysis.scopes import Scopes

__all__ = ["StandingNumbers"]

_EXACT = 2**53
"""Above so many steps from zero a float no longer tells a number from the next."""


class StandingNumbers:
    """Answers for one loop."""

    def __init__(self, region: LoopRegion, scopes: Scopes) -> None:
        self._region = region
        self._scopes = scopes
        self._known_starts: dict[str, list[ast.expr]] = {}

    def is_infinite(self, node: ast.expr) -> bool:
        """Whether an expression is infinity, which no counter reaches."""
        number = self._number(node)
        if number is None and isinstance(node, ast.Name):
            values = [binding.value for binding in self._scopes.bindings_of(node)]
            numbers = [None if value is None else self._number(value) for value in values]
            number = numbers[0] if len(set(numbers)) == 1 else None
        return number is not None and math.isinf(number)

    def changes(self, seen: Changes) -> Iterator[tuple[str, Change]]:
        """Changes that are not known, of every number that a step may leave where it is."""
        for name, several in seen.items():
            if name.startswith("len("):
                continue
            for change in tuple(several):
                operation = _operation(change.statement, name)
                if operation is not None and self._may_stand_still(name, *operation):
                    yield name, Change(change.statement, Move.UNKNOWN, is_certain=False)

    def _may_stand_still(self, name: str, operator: ast.operator, operand: ast.expr) -> bool:
        values = self._starts(name)
        numbers = [number for value in values if (number := self._number(value)) is not None]
        is_multiple = isinstance(operator, ast.Add) and _is_share(operand, name)
        if isinstance(operator, ast.Mult | ast.LShift) or is_multiple:
            return any(number <= 0 for number in numbers)
        if isinstance(operator, ast.Pow):
            return any(number <= 1 for number in numbers)
        if isinstance(operator, ast.FloorDiv | ast.RShift):
            return any(number < 0 for number in numbers) or any(_is_negated(value, name) for value in values)
        step = self._number(operand)
        if not isinstance(operator, ast.Add | ast.Sub) or not step:
            return False
        is_real = isinstance(step, float) or any(isinstance(number, float) for number in numbers)
        reach = max([self._limits.get(name, 0), *map(abs, numbers)])
        return is_real and reach >= _EXACT * abs(step)

    def _starts(self, name: str) -> list[ast.expr]:
        """All that a variable may have been set to when a round begins."""
        if name not in self._known_starts:
            self._known_starts[name] = [
                statement.value
                for statement in self._region.definitions(name, self._region.loop)
                if isinstance(statement, ast.Assign) and text_of(statement.targets[0]) == name
            ]
        return self._known_starts[name]

    @cached_property
    def _limits(self) -> dict[str, float]:
        """The number farthest from zero with which the loop compares each variable."""
        found: dict[str, float] = {}
        for part in self._region.parts:
            if isinstance(part, ast.Compare):
                sides = [part.left, *part.comparators]
                numbers = [number for side in sides if (number := self._number(side)) is not None]
                for side in sides if numbers else ():
                    text = text_of(side)
                    found[text] = max([found.get(text, 0), *map(abs, numbers)])
        return found

    def _number(self, node: ast.expr) -> float | None:
        """The number that an expression says; integers stay integers."""
        match node:
            case ast.Constant(value=int() | float() as value):
                return value
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self._number(operand)
                return None if inner is None else -inner
            case ast.BinOp(left=ast.Constant(value=int(base)), op=ast.Pow(), right=ast.Constant(value=int(power))):
                return base**power if abs(base) <= _EXACT and 0 <= power <= 100 else None
            case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(text))]):
                return math.inf if text.strip("+- ").lower() in ("inf", "infinity") else None
            case ast.Attribute() if self._scopes.qualified_name(node) in ("math.inf", "numpy.inf"):
                return math.inf
            case ast.Name() if self._scopes.qualified_name(node) in ("math.inf", "numpy.inf"):
                return math.inf
        return None


def _operation(statement: ast.stmt, name: str) -> tuple[ast.operator, ast.expr] | None:
    """What a statement combines a variable with, to set it."""
    match statement:
        case ast.AugAssign(op=operator, value=value):
            return operator, value
        case ast.Assign(value=ast.BinOp(left=left, op=operator, right=right)) if text_of(left) == name:
            return operator, right
        case ast.Assign(value=ast.Call(func=ast.Name(id="divmod"), args=[left, right])) if text_of(left) == name:
            return ast.FloorDiv(), right
    return None


def _is_negated(value: ast.expr, name: str) -> bool:
    """``-len(x)``, and not ``n = -n``, which is written to make a number positive."""
    is_minus = isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub)
    return is_minus and isinstance(value, ast.UnaryOp) and text_of(value.operand) != name


def _is_share(node: ast.expr, name: str) -> bool:
    """``n``, ``n * 0.05`` or ``n / 20``: nothing of nothing."""
    match node:
        case ast.BinOp(left=left, op=ast.Mult() | ast.Div(), right=right):
            return name in (text_of(left), text_of(right))
    return text_of(node) == name
