"""Loops that go on until a round changes nothing: they end where a round can only shorten something, or fill it."""

from __future__ import annotations

import ast

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.loops.change import Change, Move
from cgr_audit.analysis.loops.exchanges import Exchanges
from cgr_audit.analysis.loops.guarded_growth import GuardedGrowth, is_flag
from cgr_audit.analysis.loops.length_changes import can_go_together, converges
from cgr_audit.analysis.loops.loop_state import LoopState

__all__ = ["FixedPoints"]


class FixedPoints:
    """Answers for one loop."""

    def __init__(self, state: LoopState, growth: GuardedGrowth) -> None:
        self._state = state
        self._growth = growth
        self._exchanges = Exchanges(state, growth)

    def settles(self, one: ast.expr, other: ast.expr) -> bool:
        """Whether ``one != other`` compares a text or container before and after a round that can only shorten it."""
        return self._is_kept_of(one, other) or self._is_kept_of(other, one)

    def _is_kept_of(self, kept: ast.expr, current: ast.expr) -> bool:
        if not isinstance(kept, ast.Name):
            return False
        value = self._state.behind(kept)
        if value is None:
            return False
        if isinstance(current, ast.Call) and text_of(current) == text_of(value) and text_of(current).startswith("len("):
            held = text_of(current)[len("len(") : -1]
            return self._only_shortens(held) or self._only_collects(held)
        name = text_of(current)
        if isinstance(current, ast.Name) and text_of(value) == name:
            return self._only_shortens(name)
        is_next = isinstance(current, ast.Name) and self._is_set_only_to(name, kept.id)
        return is_next and converges(name, value)

    def _only_shortens(self, name: str) -> bool:
        """Whether nothing in the loop changes a text or container without making it shorter."""
        changes = self._state.changes.get(f"len({name})", [])
        values = [change.statement.value for change in changes if isinstance(change.statement, ast.Assign)]
        return bool(changes) and can_go_together(*values) and all(self._shortens(change, name) for change in changes)

    def _only_collects(self, name: str) -> bool:
        """Whether the loop only adds to a set what it finds in something that it leaves alone."""
        changes = self._state.changes.get(f"len({name})", [])
        found = {
            part.id
            for loop in self._state.region.parts
            if isinstance(loop, ast.For) and self._state.is_constant(loop.iter)
            for part in ast.walk(loop.target)
            if isinstance(part, ast.Name)
        }
        return bool(changes) and all(
            isinstance(change.statement, ast.Expr)
            and isinstance(change.statement.value, ast.Call)
            and text_of(change.statement.value.func) == f"{name}.add"
            and all(isinstance(given, ast.Name) and given.id in found for given in change.statement.value.args)
            for change in changes
        )

    def _shortens(self, change: Change, name: str) -> bool:
        if change.move not in (Move.DOWN, Move.STILL):
            return False
        return not isinstance(change.statement, ast.Assign) or converges(name, change.statement.value)

    def _is_set_only_to(self, name: str, other: str) -> bool:
        changes = self._state.changes.get(name, [])
        return bool(changes) and all(
            isinstance(change.statement, ast.Assign) and text_of(change.statement.value) == other for change in changes
        )

    def is_flag_of_progress(self, changes: list[Change], value: bool) -> bool:
        """Whether a flag gets this value only beside what cannot happen for ever, and the other in every round.

        Two elements in the wrong order change places; something that nothing fills loses an element; something that
        loses none gets one that was not there.
        """
        setting = [change.statement for change in changes if is_flag(change.statement, value)]
        others = {change.statement for change in changes if is_flag(change.statement, not value)}
        if len(setting) + len(others) < len(changes) or self._state.region.goes_round_without(others):
            return False
        return bool(setting) and all(
            self._exchanges.is_beside_one(statement) or self._is_beside_progress(statement) for statement in setting
        )

    def _is_beside_progress(self, statement: ast.stmt) -> bool:
        block = next(iter(self._growth.blocks_around(statement)), [])
        for name, changes in self._state.changes.items():
            if not name.startswith("len("):
                continue
            beside = [change for change in changes if any(change.statement is part for part in block)]
            is_shortened = any(change.move is Move.DOWN and change.is_certain for change in beside)
            if is_shortened and all(change.move in (Move.DOWN, Move.STILL) for change in changes):
                return True
            filled = [change for change in beside if change.move is Move.UP]
            if filled and all(change.move is Move.UP for change in changes):
                return all(self._growth.is_new(change, name[len("len(") : -1]) for change in filled)
        return False
