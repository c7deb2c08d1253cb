"""Which way one assignment moves a number."""

from __future__ import annotations

import ast
import math
from dataclasses import replace

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.loops.assignments import given_values
from cgr_audit.analysis.loops.bisection import bisected, find_middles
from cgr_audit.analysis.loops.change import Change, Move
from cgr_audit.analysis.loops.known_order import is_known_to_reach
from cgr_audit.analysis.loops.matched_places import search_begins_at, takes_something
from cgr_audit.analysis.loops.step_values import StepValues

__all__ = ["NumberChanges"]

_LEAST_FLOAT = math.ulp(0.0)
"""Where a float that is multiplied by less than one, again and again, may stand still: it need not come to zero."""
_ONE_DIGIT = 9
"""Up to here a number is the sum of its digits."""

_BACKWARD = frozenset({"prev", "previous", "parent", "before"})
"""Attributes that lead back to what an object was come to from."""


class NumberChanges:
    """Answers for the assignments of one loop."""

    def __init__(self, parts: tuple[ast.AST, ...], index: Index, steps: StepValues) -> None:
        self._index = index
        self._steps = steps
        self._given = given_values(parts)
        self._middles = find_middles(parts)
        self._compared = {
            name.id
            for part in parts
            if isinstance(part, ast.Compare)
            for name in ast.walk(part.left)
            if isinstance(name, ast.Name)
        }

        self._asked = {
            text_of(part.left.target if isinstance(part.left, ast.NamedExpr) else part.left)
            for part in parts
            if isinstance(part, ast.Compare) and text_of(part.comparators[0]) in ("-1", "0")
        }

    def augmented(self, statement: ast.stmt, name: str, operator: ast.operator, value: ast.expr) -> Change:
        """What ``name operator= value`` does to the variable."""
        match operator:
            case ast.Add() | ast.Sub():
                return self._stepped(statement, name, operator, value)
            case ast.BitAnd():
                is_less = _is_less(value, name)
                return Change(statement, Move.DOWN, stops_at=0) if is_less else Change(statement, Move.STILL)
            case ast.BitXor() if _is_lowest_bit(value, name):
                return Change(statement, Move.DOWN, stops_at=0)
            case ast.Mod():
                is_less = is_known_to_reach(self._index, statement, name, text_of(value))
                return Change(statement, Move.DOWN, stops_at=0) if is_less else Change(statement, Move.STILL)
            case ast.Mult() | ast.Div():
                factor = self._steps.number(value)
                is_division = isinstance(operator, ast.Div)
                if factor is None:
                    return Change(statement, Move.DOWN, stops_at=0) if is_division else Change(statement, Move.UNKNOWN)
                return _scaled(statement, 1 / factor if is_division and factor else factor)
            case ast.FloorDiv():
                is_one = isinstance(value, ast.Constant) and isinstance(value.value, int | float) and value.value <= 1
                return Change(statement, Move.UNKNOWN) if is_one else Change(statement, Move.DOWN, stops_at=0)
            case ast.RShift():
                return Change(statement, Move.DOWN, stops_at=0)
            case ast.LShift() if (self._steps.number(value) or 0) >= 1:
                return Change(statement, Move.UP)
            case ast.Pow() if (self._steps.number(value) or 0) > 1:
                return Change(statement, Move.UP)
        return Change(statement, Move.UNKNOWN)

    def assigned(self, statement: ast.stmt, name: str, value: ast.expr | None) -> Change:
        """What ``name = value`` does to the variable."""
        match value:
            case ast.Name() | ast.Attribute() | ast.Subscript() if text_of(value) == name:
                return Change(statement, Move.STILL)
            case ast.BinOp(left=left, op=operator, right=right) if text_of(left) == name:
                return self.augmented(statement, name, operator, right)
            case ast.BinOp(left=left, op=ast.Add() | ast.Mult() as operator, right=right) if text_of(right) == name:
                return self.augmented(statement, name, operator, left)
            case ast.BinOp(op=ast.Mod(), right=right) if text_of(right) == name:
                return Change(statement, Move.DOWN, stops_at=0)
            case ast.BinOp(left=left, op=ast.BitAnd(), right=right) if _is_less(left, name) or _is_less(right, name):
                return Change(statement, Move.DOWN, stops_at=0)
            case ast.Call(func=ast.Name(id="divmod"), args=[left, _]) if text_of(left) == name:
                return Change(statement, Move.DOWN, stops_at=0)
            case ast.Call(func=ast.Name(id="int") | ast.Attribute(attr="floor"), args=[ast.BinOp() as inner]):
                return _cut_to_an_integer(self.assigned(statement, name, inner))
            case ast.Call(func=ast.Name(id="sum"), args=[digits]) if _are_digits(digits, name):
                return Change(statement, Move.DOWN, stops_at=_ONE_DIGIT)
            case ast.Name(id=other) if self._is_remainder(other, name):
                return Change(statement, Move.DOWN, stops_at=0)
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=right) if (shift := self._shift(left, name)) is not None:
                return self._divided(statement, shift, right)
            case ast.Attribute() if text_of(value).startswith(f"{name}.") and not self._walks_there_and_back(name):
                return Change(statement, Move.DOWN, stops_at=0)
            case ast.BinOp(left=ast.Name(id=found), op=ast.Add(), right=step) if self._steps.is_positive(
                step
            ) and self._is_found_from(found, name):
                return Change(statement, Move.UP)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=match), attr="end"), args=[]) if self._is_matched_from(
                match, name
            ):
                return Change(statement, Move.UP)
            case ast.Call(func=ast.Attribute(attr="find" | "index" as method), args=[_, start, *_]) if self._is_no_less(
                start, name
            ) and (method == "index" or not self._asked.isdisjoint((name, text_of(value)))):
                return Change(statement, Move.UP, is_certain=text_of(start) != name)
            case ast.Call(func=ast.Attribute(attr="rfind" | "rindex"), args=[_, _, end]) if self._is_no_more(end, name):
                return Change(statement, Move.DOWN)
        return bisected(statement, name, value, self._middles)

    def _stepped(self, statement: ast.stmt, name: str, operator: ast.operator, value: ast.expr) -> Change:
        """``n += 1``, ``n -= 1``, ``n += -1``; ``n += n * 0.05``; ``n -= n & -n``."""
        grows = isinstance(operator, ast.Add)
        if not grows and _is_lowest_bit(value, name):
            return Change(statement, Move.DOWN, stops_at=0)
        share = self._share(value, name)
        if share is not None:
            return _scaled(statement, 1 + share if grows else 1 - share)
        if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub) and self._steps.is_positive(value.operand):
            return Change(statement, Move.DOWN if grows else Move.UP)
        if self._steps.is_positive(value):
            return Change(statement, Move.UP if grows else Move.DOWN)
        return Change(statement, Move.UNKNOWN)

    def _shift(self, node: ast.expr, name: str) -> int | None:
        """``n + 1`` and ``n - 1`` are a variable shifted by so much."""
        match node:
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=ast.Constant(value=int(step))):
                if text_of(left) == name:
                    return step if isinstance(operator, ast.Add) else -step
        return None

    def _divided(self, statement: ast.stmt, shift: int, divisor: ast.expr) -> Change:
        """``(n + shift) // divisor`` is less than ``n`` as long as ``n`` is above where the two are equal."""
        number = self._steps.number(divisor)
        if number is None or number < 2 or shift >= number:
            return Change(statement, Move.UNKNOWN)
        return Change(statement, Move.DOWN, stops_at=max(shift, 0) if shift >= 0 else -1)

    def _share(self, value: ast.expr, name: str) -> float | None:
        """By what a variable is multiplied, in what is added to it."""
        match value:
            case ast.Name() | ast.Attribute() if text_of(value) == name:
                return 1
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                for one, other in ((left, right), (right, left)):
                    if text_of(one) == name and self._steps.is_positive(other):
                        return self._steps.number(other)
            case ast.BinOp(left=left, op=ast.Div(), right=right) if text_of(left) == name:
                divisor = self._steps.number(right)
                return 1 / divisor if divisor else None
        return None

    def _is_found_from(self, found: str, start: str) -> bool:
        """Whether the loop sets a variable only to where a text is found from another on, and asks whether it was."""
        given = self._given.get(found, [])
        is_search = bool(given) and all(
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Attribute)
            and value.func.attr in ("find", "index")
            and len(value.args) > 1
            and self._is_no_less(value.args[1], start)
            for value in given
        )
        return is_search and (found in self._compared or any(value.func.attr == "index" for value in given))  # type: ignore[union-attr]

    def _is_matched_from(self, match: str, start: str) -> bool:
        """Whether the loop sets a variable only to what a pattern finds from another on, and that is something."""
        given = self._given.get(match, [])
        places = [search_begins_at(value, self._steps.scopes) for value in given]
        return bool(places) and all(
            place is not None and self._is_no_less(place, start) and takes_something(value, self._steps.scopes)
            for place, value in zip(places, given, strict=True)
        )

    def _is_no_less(self, place: ast.expr, name: str) -> bool:
        """``i``, ``i + 1`` or ``max(i, 3)``."""
        match place:
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return (self._is_no_less(left, name) and self._steps.is_positive(right)) or (
                    self._is_no_less(right, name) and self._steps.is_positive(left)
                )
            case ast.Call(func=ast.Name(id="max"), args=several):
                return any(self._is_no_less(one, name) for one in several)
        return text_of(place) == name

    def _is_no_more(self, place: ast.expr, name: str) -> bool:
        """``i``, ``i - 1`` or ``min(i, 3)``."""
        match place:
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return self._is_no_more(left, name) and self._steps.is_positive(right)
            case ast.Call(func=ast.Name(id="min"), args=several):
                return any(self._is_no_more(one, name) for one in several)
        return text_of(place) == name

    def _walks_there_and_back(self, name: str) -> bool:
        """Whether the loop goes from objects to those before them and also to those behind them."""
        links = {value.attr in _BACKWARD for value in self._given.get(name, []) if isinstance(value, ast.Attribute)}
        return len(links) > 1

    def _is_remainder(self, name: str, divisor: str) -> bool:
        """Whether the loop sets a variable, and in one place only, to a remainder of the division by another."""
        match self._given.get(name, []):
            case [ast.BinOp(op=ast.Mod(), right=right)]:
                return text_of(right) == divisor
        return False


def _scaled(statement: ast.stmt, factor: float) -> Change:
    if factor > 1:
        return Change(statement, Move.UP)
    if 0 < factor < 1:
        return Change(statement, Move.DOWN, stops_at=0 if factor <= 1 / 2 else _LEAST_FLOAT)
    return Change(statement, Move.UNKNOWN)


def _cut_to_an_integer(change: Change) -> Change:
    """An integer comes to zero, however little it is cut."""
    return replace(change, stops_at=0) if change.stops_at is not None else change


def _is_less(node: ast.expr, name: str) -> bool:
    """``n - 1``."""
    match node:
        case ast.BinOp(left=left, op=ast.Sub(), right=ast.Constant(value=int(value))):
            return value > 0 and text_of(left) == name
    return False


def _is_lowest_bit(node: ast.expr, name: str) -> bool:
    """``n & -n``."""
    match node:
        case ast.BinOp(left=left, op=ast.BitAnd(), right=ast.UnaryOp(op=ast.USub(), operand=right)):
            return text_of(left) == text_of(right) == name
    return False


def _are_digits(node: ast.expr, name: str) -> bool:
    """``int(digit) for digit in str(n)``, or ``map(int, str(n))``."""
    match node:
        case ast.GeneratorExp(
            elt=ast.Call(func=ast.Name(id="int"), args=[ast.Name(id=digit)]),
            generators=[ast.comprehension(target=ast.Name(id=target), iter=digits, ifs=[])],
        ) if digit == target:
            pass
        case ast.ListComp(
            elt=ast.Call(func=ast.Name(id="int"), args=[ast.Name(id=digit)]),
            generators=[ast.comprehension(target=ast.Name(id=target), iter=digits, ifs=[])],
        ) if digit == target:
            pass
        case ast.Call(func=ast.Name(id="map"), args=[ast.Name(id="int"), digits]):
            pass
        case _:
            return False
    return text_of(digits) == f"str({name})"
