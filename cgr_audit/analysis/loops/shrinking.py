"""Containers and texts that every round makes shorter, and that do not grow for ever."""

from __future__ import annotations

import ast

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.loops.change import Change, Move
from cgr_audit.analysis.loops.guarded_growth import GuardedGrowth
from cgr_audit.analysis.loops.halving import most_in
from cgr_audit.analysis.loops.length_changes import can_go_together
from cgr_audit.analysis.loops.loop_state import LoopState
from cgr_audit.analysis.loops.noted import cells_set

__all__ = ["Shrinking"]

_DICTIONARIES = frozenset(
    {"builtins.dict", "collections.defaultdict", "collections.Counter", "collections.OrderedDict"}
)


class Shrinking:
    """Answers for one loop."""

    def __init__(self, state: LoopState, growth: GuardedGrowth) -> None:
        self._state = state
        self._growth = growth

    def shrinks(self, name: str, *held: str, least: float = 0) -> bool:
        """Whether every round makes a container or text shorter, and nothing in it makes it longer for good.

        ``held`` is in it at the beginning of every round, and it has more than ``least`` elements.
        """
        changes = self._state.changes.get(f"len({name})", [])
        if not can_go_together(*_values(changes)) or self._is_filled_by_key(name, changes):
            return False
        shrinking = [
            change
            for change in changes
            if change.move is Move.DOWN
            and (not change.where_held or not change.where_held.isdisjoint(held))
            and (change.stops_at is None or change.stops_at <= least)
            and not self._cuts_ever_less(change)
        ]
        others = [change for change in changes if change.move not in (Move.DOWN, Move.STILL)]
        if any(change.move is Move.UNKNOWN or not self._growth.is_guarded(change, name) for change in others):
            return self._is_refilled(name, changes, least)
        return self._state.cuts(shrinking, Move.DOWN)

    def _is_filled_by_key(self, name: str, changes: list[Change]) -> bool:
        """Whether the loop sets entries of a dictionary that need not have been there: ``table[key] = value``."""
        stores = [
            part
            for part, target in cells_set(self._state)
            if isinstance(part, ast.Assign) and text_of(target.value) == name
            if not any(text_of(target) == text_of(one) for one in ast.walk(part.value))
        ]
        if not stores or all(self._growth.is_guarded(Change(part, Move.UP), name) for part in stores):
            return False
        uses = self._state.region.uses.get(name, [])
        made = [binding.value for use in uses[:1] for binding in self._state.scopes.bindings_of(use)]
        return any("popitem" in text_of(change.statement) for change in changes) or any(
            isinstance(value, ast.Dict | ast.DictComp)
            or (isinstance(value, ast.Call) and self._state.scopes.qualified_name(value.func) in _DICTIONARIES)
            for value in made
        )

    def _cuts_ever_less(self, change: Change) -> bool:
        """``text = text[k:]``, where the loop divides ``k``: at last nothing is cut."""
        value = change.statement.value if isinstance(change.statement, ast.Assign) else None
        match value:
            case ast.Subscript(slice=ast.Slice(lower=ast.Name(id=name))):
                return any(one.move is Move.DOWN for one in self._state.changes.get(name, []))
        return False

    def _is_refilled(self, name: str, changes: list[Change], least: float) -> bool:
        """Whether every round puts half as much in the place of the container, or only what was not seen before."""
        statement = changes[0].statement if len(changes) == 1 else None
        if not isinstance(statement, ast.Assign) or self._state.region.goes_round_without({statement}):
            return False
        match statement.value:
            case ast.Name(id=following):
                return self._collects_unseen(following) or (least >= 1 and self._collects_half(following, name))
            case ast.BinOp(op=ast.Sub(), right=seen):
                return self._takes_in(seen, name)
            case ast.ListComp(generators=parts) | ast.SetComp(generators=parts):
                tests = [test for part in parts for test in part.ifs]
                return any(
                    isinstance(test, ast.Compare)
                    and isinstance(test.ops[0], ast.NotIn)
                    and self._takes_in(test.comparators[0], name)
                    for test in tests
                )
        return False

    def _collects_unseen(self, following: str) -> bool:
        """Whether every round begins a container anew and puts only what was not seen before into it."""
        changes = self._state.changes.get(f"len({following})", [])
        begun = [change for change in changes if change.move is Move.DOWN and isinstance(change.statement, ast.Assign)]
        added = [change for change in changes if change.move is Move.UP]
        if not added or len(begun) + len(added) != len(changes) or not self._state.cuts(begun, Move.DOWN):
            return False
        return all(self._growth.is_guarded(change, following) for change in added)

    def _collects_half(self, following: str, name: str) -> bool:
        """Whether every round begins a list anew and puts one element into it for every two of another."""
        changes = self._state.changes.get(f"len({following})", [])
        begun = [change for change in changes if change.move is Move.DOWN and isinstance(change.statement, ast.Assign)]
        added = [change for change in changes if change.move is Move.UP and isinstance(change.statement, ast.Expr)]
        if not added or len(begun) + len(added) != len(changes) or not self._state.cuts(begun, Move.DOWN):
            return False
        return most_in(self._state.region.loop.body, {change.statement for change in added}, name) == 0

    def _takes_in(self, seen: ast.expr, name: str) -> bool:
        """Whether every round adds the container to what was seen, and nothing seen is forgotten."""
        changes = self._state.changes.get(f"len({text_of(seen)})", [])
        adding = {
            change.statement
            for change in changes
            if any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(change.statement))
        }
        is_kept = all(change.move is Move.UP for change in changes)
        return bool(adding) and is_kept and not self._state.region.goes_round_without(adding)


def _values(changes: list[Change]) -> list[ast.expr]:
    return [change.statement.value for change in changes if isinstance(change.statement, ast.Assign)]
