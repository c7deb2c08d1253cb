"""Places that every round leaves farther on than it found them, also where they are copied: ``i = j``, with ``j > i``.

The ways through one round are followed one by one, with how far each variable is at least beyond the beginning. A loop
inside is taken to run no round, or to have run some: what only goes farther is then at least as far as after the first.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.loops.assignments import pairs
from cgr_audit.analysis.loops.loop_state import LoopState
from cgr_audit.analysis.loops.number_bounds import NumberBounds
from cgr_audit.analysis.loops.round_states import RoundState, joined, with_test

__all__ = ["CarriedPlaces"]

_MOST_WAYS = 12
"""How many ways through a round are told apart."""
_DEEPEST = 3
"""How many loops inside each other are followed: each is walked twice."""
_AHEAD = math.ulp(0.0)

_Ways = list[RoundState]


class CarriedPlaces:
    """Answers for one loop."""

    def __init__(self, state: LoopState, numbers: NumberBounds) -> None:
        self._state = state
        self._numbers = numbers
        self._sign = 1
        self._left: list[list[_Ways]] = []
        """For each loop that is being followed, what it is left with and what its rounds end with."""

    def go_on(self, place: str, end: ast.expr, wanted: int, test: ast.expr | None = None) -> bool:
        """Whether every round leaves a variable farther up (1) or down (-1) than it found it.

        ``end`` is what the variable has not come to when a round begins, and ``test`` holds then: the loop's own, where
        none is given.
        """
        changes = self._state.changes.get(place, [])
        if not changes or not all(change.is_certain for change in changes) or self._is_set_inside_expressions:
            return False
        self._sign, self._left = wanted, [[[], []]]
        loop = self._state.region.loop
        start = RoundState({place: 0.0, text_of(end): _AHEAD})
        if test is not None or isinstance(loop, ast.While):
            start = with_test(start, test or loop.test, holds=True)  # type: ignore[union-attr]
        ends = self._block(loop.body, [start]) + self._left[0][1]
        return bool(ends) and all(way.beyond.get(place, -math.inf) > 0 for way in ends)

    @property
    def _is_set_inside_expressions(self) -> bool:
        return any(isinstance(part, ast.NamedExpr) for part in self._state.region.parts)

    # Statements

    def _block(self, statements: list[ast.stmt], ways: _Ways) -> _Ways:
        for statement in statements:
            if not ways:
                return []
            ways = self._statement(statement, ways)
            if len(ways) > _MOST_WAYS:
                ways = joined(ways)
        return ways

    def _statement(self, statement: ast.stmt, ways: _Ways) -> _Ways:
        match statement:
            case ast.Return() | ast.Raise():
                return []
            case ast.Break() | ast.Continue():
                self._left[-1][isinstance(statement, ast.Continue)].extend(ways)
                return []
            case ast.If(test=test, body=body, orelse=other):
                held = [with_test(way, test, holds=True) for way in ways if not way.fails(test)]
                failed = [with_test(way, test, holds=False) for way in ways if not way.holds(test)]
                return self._block(body, held) + self._block(other, failed)
            case ast.While() | ast.For() | ast.AsyncFor():
                return self._loop(statement, ways)
            case ast.With(body=body) | ast.AsyncWith(body=body):
                return self._block(body, [way.without(_set_in([statement])) for way in ways])
            case ast.Try() | ast.Match():
                return [way.without(_set_in([statement])) for way in self._somewhere_in(statement, ways)]
            case ast.Assign(targets=[target], value=value):
                return [self._assigned(way, pairs(target, value), target) for way in ways]
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add() | ast.Sub() as operator, value=value):
                moved = ast.BinOp(left=ast.Name(id=name, ctx=ast.Load()), op=operator, right=value)
                return [way.without([name]).with_beyond(name, self._beyond(way, moved)) for way in ways]
        return [way.without(_set_in([statement])) for way in ways]

    def _somewhere_in(self, statement: ast.Try | ast.Match, ways: _Ways) -> _Ways:
        """The ways out of a statement whose parts may end anywhere; what its parts set is not known."""
        blocks = [statement.body] if isinstance(statement, ast.Try) else []
        if isinstance(statement, ast.Try):
            blocks += [handler.body for handler in statement.handlers]
            blocks += [statement.orelse, statement.finalbody]
        else:
            blocks += [case.body for case in statement.cases]
        blurred = [way.without(_set_in([statement])) for way in ways]
        for block in blocks:
            self._block(block, blurred)
        return blurred

    def _assigned(self, way: RoundState, given: list[tuple[ast.expr, ast.expr | None]], target: ast.expr) -> RoundState:
        found = [(one, None if value is None else self._beyond(way, value), value) for one, value in given]
        after = way.without(_names_set(target))
        for one, least, value in found:
            if isinstance(one, ast.Name):
                after = after.with_beyond(one.id, least)
                if isinstance(value, ast.Name) and isinstance(target, ast.Name) and value.id != one.id:
                    after = RoundState(after.beyond, after.facts, {**after.copies, one.id: value.id})
        return after

    def _loop(self, loop: ast.While | ast.For | ast.AsyncFor, ways: _Ways) -> _Ways:
        if len(self._left) > _DEEPEST:
            return [way.without(_set_in([loop])) for way in ways]
        falling = self._falling_in(loop)
        no_round = [] if isinstance(loop, ast.While) else ways
        first = ways
        if isinstance(loop, ast.While):
            unsure = [way for way in ways if not way.holds(loop.test)]
            no_round = [with_test(way, loop.test, holds=False) for way in unsure]
            first = [with_test(way, loop.test, holds=True) for way in ways]
        else:
            first = [self._element(way, loop) for way in ways]
        broken, some = self._round(loop.body, first)
        some = [way.without(falling) for way in some]
        some = [RoundState(way.beyond) for way in some]
        if some:
            broken_later, _ = self._round(loop.body, joined(some))
            broken += broken_later
        else:
            broken_later = []
        ended = self._block(loop.orelse, no_round + joined(some))
        return ended + joined(broken)

    def _round(self, body: list[ast.stmt], ways: _Ways) -> tuple[_Ways, _Ways]:
        """What one round of an inner loop is left with by ``break``, and what it ends with."""
        self._left.append([[], []])
        ended = self._block(body, ways)
        broken, continued = self._left.pop()
        return broken, ended + continued

    def _element(self, way: RoundState, loop: ast.For | ast.AsyncFor) -> RoundState:
        after = way.without(_names_set(loop.target))
        match loop.target, loop.iter:
            case ast.Name(id=name), ast.Call(func=ast.Name(id="range"), args=[first, _]) if self._sign > 0:
                return after.with_beyond(name, self._beyond(way, first))
        return after

    def _falling_in(self, loop: ast.stmt) -> set[str]:
        """The variables that a loop inside may set to something else than farther on."""
        found: set[str] = set()
        for part in ast.walk(loop):
            if isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name):
                low, high = self._numbers.of(part.value)
                step = {ast.Add: low, ast.Sub: -high}.get(type(part.op), -math.inf)
                step = step if self._sign > 0 else {ast.Add: -high, ast.Sub: low}.get(type(part.op), -math.inf)
                if step < 0:
                    found.add(part.target.id)
            elif isinstance(part, ast.stmt):
                found |= _set_by(part)
        return found

    # Expressions

    def _beyond(self, way: RoundState, node: ast.expr) -> float | None:
        """How far the value of an expression is at least beyond where the round began."""
        known = way.beyond.get(text_of(node)) if isinstance(node, ast.Name | ast.Call | ast.Attribute) else None
        if known is not None:
            return known
        match node:
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._sum(self._beyond(way, left), right) or self._sum(self._beyond(way, right), left)
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return self._sum(self._beyond(way, left), ast.UnaryOp(op=ast.USub(), operand=right))
            case ast.Call(func=ast.Name(id="max" | "min" as name), args=[_, _, *_] as parts, keywords=[]):
                found = [self._beyond(way, part) for part in parts]
                sure = [least for least in found if least is not None]
                if (name == "max") is (self._sign > 0):
                    return max(sure, default=None)
                return min(sure) if len(sure) == len(found) else None
            case ast.Attribute() if self._sign < 0:
                known = self._beyond(way, node.value)
                return None if known is None else known + 1
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=ast.Constant(value=int(divisor))) if self._sign < 0:
                known = self._beyond(way, left)
                return known + _AHEAD if known is not None and known >= 0 and divisor > 1 else None
            case ast.IfExp(test=test, body=body, orelse=other):
                if way.holds(test) or way.fails(test):
                    return self._beyond(way, body if way.holds(test) else other)
                one, second = self._beyond(way, body), self._beyond(way, other)
                return None if one is None or second is None else min(one, second)
        return None

    def _sum(self, least: float | None, step: ast.expr) -> float | None:
        if least is None:
            return None
        low, high = self._numbers.of(step)
        total = least + (low if self._sign > 0 else -high)
        return total if total > -math.inf else None


def _set_in(statements: list[ast.stmt]) -> set[str]:
    """All variables that statements, or those inside them, set."""
    return {name for statement in statements for part in ast.walk(statement) for name in _names_stored(part)}


def _set_by(statement: ast.stmt) -> set[str]:
    """The variables that a statement sets by itself, other than by a step."""
    match statement:
        case ast.Assign(targets=targets):
            return {name for target in targets for name in _names_set(target)}
        case ast.For(target=target) | ast.AsyncFor(target=target) | ast.AnnAssign(target=target):
            return set(_names_set(target))
        case ast.With() | ast.AsyncWith() | ast.Delete() | ast.Match() | ast.Try() | ast.Import() | ast.ImportFrom():
            return _set_in([statement])
    return set()


def _names_set(target: ast.expr) -> Iterator[str]:
    """What an assignment changes: a name, or the variable whose element or attribute is set."""
    for part in ast.walk(target):
        if isinstance(part, ast.Name):
            yield part.id


def _names_stored(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load):
        yield from _names_set(node.value)
