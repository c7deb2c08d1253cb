"""Exchanges of two elements in the wrong order: each leaves fewer pairs in that order, where none is undone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from cgr_audit.analysis.comparisons import NEGATED
from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.loops.guarded_growth import Guard, GuardedGrowth
from cgr_audit.analysis.loops.loop_state import LoopState

__all__ = ["Exchanges"]

_READING = frozenset({"len", "enumerate", "range", "print", "sum", "min", "max", "sorted", "list", "tuple", "str"})


@dataclass(frozen=True, slots=True)
class _Exchange:
    """Two elements of one sequence that change places, and the statements that do it."""

    places: tuple[ast.Subscript, ast.Subscript]
    statements: tuple[ast.stmt, ...]


class Exchanges:
    """Answers for one loop."""

    def __init__(self, state: LoopState, growth: GuardedGrowth) -> None:
        self._state = state
        self._growth = growth

    def is_beside_one(self, statement: ast.stmt) -> bool:
        """Whether a statement runs only where two elements in the wrong order change places.

        The loop must do nothing else to the sequence, and all its exchanges must put it into the same order.
        """
        block = next(iter(self._growth.blocks_around(statement)), [])
        return any(self._put_in_order(text_of(exchange.places[0].value)) for exchange in _exchanges(block))

    def _put_in_order(self, sequence: str) -> bool:
        blocks = [
            block
            for part in (self._state.region.loop, *self._state.region.parts)
            for block in (getattr(part, "body", None), getattr(part, "orelse", None))
            if isinstance(block, list)
        ]
        found = [
            exchange
            for block in blocks
            for exchange in _exchanges(block)
            if text_of(exchange.places[0].value) == sequence
        ]
        stores = {statement for exchange in found for statement in exchange.statements}
        if not self._is_else_read(sequence, stores):
            return False
        orders = {self._order(exchange, stores) for exchange in found}
        return len(orders) == 1 and None not in orders

    def _is_else_read(self, sequence: str, stores: set[ast.stmt]) -> bool:
        """Whether the loop only reads a sequence but for these statements."""
        for part in self._state.region.parts:
            if not isinstance(part, ast.Name | ast.Attribute) or text_of(part) != sequence:
                continue
            user = self._state.index.parent(part)
            if isinstance(user, ast.Subscript) and user.value is part:
                is_read = isinstance(user.ctx, ast.Load) or self._state.index.statement(user) in stores
            else:
                is_read = isinstance(user, ast.Call) and text_of(user.func) in _READING
            if not is_read:
                return False
        return True

    def _order(self, exchange: _Exchange, stores: set[ast.stmt]) -> str | None:
        """How far behind the lesser of two elements the greater one comes to stand, where the greater stood first."""
        one, other = exchange.places
        places = {text_of(place): place for place in exchange.places}
        first = exchange.statements[0]
        for guard in self._growth.guards(first):
            match guard.test:
                case ast.Compare(left=left, ops=[kind], comparators=[right]):
                    known = type(kind) if guard.holds else NEGATED[type(kind)]
                    is_pair = {text_of(left), text_of(right)} == set(places) and text_of(one) != text_of(other)
                    if not is_pair or known not in (ast.Gt, ast.Lt) or not self._still_holds(guard, exchange, stores):
                        continue
                    greater, lesser = (left, right) if known is ast.Gt else (right, left)
                    return _distance(places[text_of(greater)].slice, places[text_of(lesser)].slice)
        return None

    def _still_holds(self, guard: Guard, exchange: _Exchange, stores: set[ast.stmt]) -> bool:
        """Whether nothing behind a test changes what it asked, before the elements change places."""
        names = {part.id for place in exchange.places for part in ast.walk(place.slice) if isinstance(part, ast.Name)}
        changing = {change.statement for name in names for change in self._state.changes.get(name, [])}
        changing |= stores - set(exchange.statements)
        return not any(
            part in changing and part.lineno > guard.test.lineno
            for block in guard.blocks
            for statement in block
            for part in ast.walk(statement)
        )


def _exchanges(block: list[ast.stmt]) -> Iterator[_Exchange]:
    """The exchanges in a block: ``a, b = b, a``, or by way of a third."""
    given = [(text_of(part.targets[0]), part) for part in block if isinstance(part, ast.Assign)]
    for number, (target, statement) in enumerate(given):
        match statement.targets[0], statement.value:
            case ast.Tuple(elts=[ast.Subscript() as one, ast.Subscript() as other]), ast.Tuple(elts=[new, last]):
                if (text_of(one), text_of(other)) == (text_of(last), text_of(new)):
                    yield from _of_one_sequence((one, other), (statement,))
        kept = text_of(statement.value)
        match given[number + 1 : number + 3]:
            case [(first, second), (third, fourth)] if first == kept and third == text_of(second.value):
                places = (second.targets[0], fourth.targets[0])
                if text_of(fourth.value) == target and all(isinstance(place, ast.Subscript) for place in places):
                    yield from _of_one_sequence(places, (second, fourth))  # type: ignore[arg-type]


def _of_one_sequence(
    places: tuple[ast.Subscript, ast.Subscript], statements: tuple[ast.stmt, ...]
) -> Iterator[_Exchange]:
    if text_of(places[0].value) == text_of(places[1].value):
        yield _Exchange(places, statements)


def _distance(first: ast.expr, second: ast.expr) -> str | None:
    """Which way, and how far where only the program knows it, the second of two places is from the first."""
    (base, step), (other, other_step) = _shifted(first), _shifted(second)
    if base != other or step == other_step:
        return None
    if isinstance(step, int) and isinstance(other_step, int):
        return "behind" if other_step > step else "before"
    if step == 0:
        return str(other_step)
    return str(step).removeprefix("-") if str(step).startswith("-") else f"-{step}"


def _shifted(place: ast.expr) -> tuple[str, int | str]:
    match place:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
            sign = 1 if isinstance(operator, ast.Add) else -1
            if isinstance(right, ast.Constant) and isinstance(right.value, int):
                return text_of(left), sign * right.value
            return text_of(left), text_of(right) if sign > 0 else f"-{text_of(right)}"
    return text_of(place), 0
