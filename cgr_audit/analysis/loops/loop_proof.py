"""The search for something that ends one loop.

A loop ends if some test that every round passes reads only values that move towards failing it: none moves back, and
every path through the body moves at least one of them.
"""

from __future__ import annotations

import ast

from cgr_audit.analysis.calls.call_graph import CallGraph
from cgr_audit.analysis.comparisons import NEGATED
from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.loops.carried_places import CarriedPlaces
from cgr_audit.analysis.loops.change import Change, Move
from cgr_audit.analysis.loops.endless_iterables import READING
from cgr_audit.analysis.loops.fixed_points import FixedPoints
from cgr_audit.analysis.loops.guarded_growth import GuardedGrowth, is_flag
from cgr_audit.analysis.loops.length_changes import pattern_of
from cgr_audit.analysis.loops.loop_changes import find_changes
from cgr_audit.analysis.loops.loop_comparisons import LoopComparisons
from cgr_audit.analysis.loops.loop_directions import LoopDirections
from cgr_audit.analysis.loops.loop_doubts import LoopDoubts
from cgr_audit.analysis.loops.loop_measures import LoopMeasures, Terms, added
from cgr_audit.analysis.loops.loop_region import LoopRegion
from cgr_audit.analysis.loops.loop_state import LoopState
from cgr_audit.analysis.loops.matched_places import search_begins_at, takes_something
from cgr_audit.analysis.loops.number_bounds import NumberBounds
from cgr_audit.analysis.loops.number_changes import NumberChanges
from cgr_audit.analysis.loops.running_out import RunningOut
from cgr_audit.analysis.loops.shrinking import Shrinking
from cgr_audit.analysis.loops.step_values import StepValues
from cgr_audit.analysis.scopes import Scopes

__all__ = ["LoopProof"]


class LoopProof:
    """The search in one loop."""

    def __init__(
        self, region: LoopRegion, scopes: Scopes, index: Index, calls: CallGraph, *, is_over_endless: bool
    ) -> None:
        self._is_over_endless = is_over_endless
        self._state = LoopState(region, scopes, index)
        changes = self._state.changes
        steps = NumberChanges(region.parts, index, StepValues(scopes))
        changes.update(find_changes(region.loop, region.parts, steps, self._state.behind))
        self._count_rounds()
        self._doubts = LoopDoubts(region, index, scopes, calls)
        for name, change in list(self._doubts.changes(changes)):
            changes.setdefault(name, []).append(change)
        numbers = NumberBounds(region.loop, index, scopes, changes.__contains__, self._is_set_in_every_round)
        self._measures = LoopMeasures(region, index, changes, numbers, self._state.is_constant)
        self._growth = GuardedGrowth(self._state)
        self._fixed_points = FixedPoints(self._state, self._growth)
        places = CarriedPlaces(self._state, numbers)
        self._directions = LoopDirections(self._state)
        self._shrinking = Shrinking(self._state, self._growth)
        self._comparisons = LoopComparisons(
            self._state, self._directions, self._shrinking, self._measures, places, self._fixed_points, self._doubts
        )
        self._running_out = RunningOut(self._state, self._directions, self._shrinking)

    def succeeds(self) -> bool:
        """Whether something certainly ends the loop."""
        loop = self._state.region.loop
        if self._doubts.calls_namesake:
            return False
        if isinstance(loop, ast.While) and self._must_fail(loop.test, stays=True):
            return True
        if not isinstance(loop, ast.While) and self._state.region.ends_by_itself and not self._is_over_endless:
            return self._growth_is_limited(loop)
        return self._is_left_by_a_test() or self._running_out.runs_out()

    def _is_left_by_a_test(self) -> bool:
        for part in self._state.region.parts:
            if not isinstance(part, ast.If) or self._state.region.goes_round_without({part}):
                continue
            for holds in (True, False):
                if self._state.region.leaves_where(part, holds) and self._must_fail(part.test, stays=not holds):
                    return True
        return False

    def _growth_is_limited(self, loop: ast.For | ast.AsyncFor) -> bool:
        """A loop over a list that it makes longer: whether it adds only what was not there, or up to a length."""
        name = text_of(loop.iter)
        return all(
            change.move is not Move.UP or self._growth.is_guarded(change, name)
            for change in self._state.changes.get(f"len({name})", [])
        )

    def _must_fail(self, test: ast.expr, *, stays: bool) -> bool:
        """Whether a test, which must hold (or fail) for the loop to go on, will not for ever."""
        return self._decides_in_the_end(test, stays=stays) or self._leaves_the_sequence(test)

    def _leaves_the_sequence(self, test: ast.expr) -> bool:
        """``while text[i] == " ": i += 1``: in the end there is no such element."""
        first = test.values[0] if isinstance(test, ast.BoolOp) else test
        places = [part for part in ast.walk(first) if isinstance(part, ast.Subscript) and self._is_place(part.slice)]
        bases = [text_of(part.value) for part in places]
        if any(base in self._state.changes or f"len({base})" in self._state.changes for base in bases):
            return False
        if any(self._running_out.makes_up(part.value) or self._running_out.passes_over(part) for part in places):
            return False
        return any(self._directions.moves(part.slice, wanted=sign) for part in places for sign in (1, -1))

    def _is_place(self, index: ast.expr) -> bool:
        return isinstance(index, ast.Name | ast.BinOp) and not any(
            isinstance(part, ast.Mod) for part in ast.walk(index)
        )

    def _decides_in_the_end(self, test: ast.expr, *, stays: bool) -> bool:
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self._must_fail(operand, stays=not stays)
            case ast.BoolOp(op=operator, values=values):
                results = (self._must_fail(value, stays=stays) for value in values)
                if isinstance(operator, ast.And) is not stays:
                    return all(results) or (stays and self._ends_one_by_one(values))
                return any(results) or self._closes_in(values, stays=stays)
            case ast.Compare(left=left, ops=[first, *_], comparators=[right, *more]) if not more or stays:
                kind = type(first) if stays else NEGATED[type(first)]
                if kind is ast.IsNot and isinstance(right, ast.Constant) and self._searches_on(left):
                    return True
                rest = ast.Compare(left=right, ops=test.ops[1:], comparators=more) if more else None
                return self._comparisons.compared(left, kind, right) or (
                    rest is not None and self._must_fail(rest, stays=stays)
                )
            case ast.NamedExpr(value=value):
                return self._must_fail(value, stays=stays)
            case ast.Call(func=ast.Attribute(value=base, attr="startswith" | "endswith" as end), args=[part]) if stays:
                is_some = not isinstance(part, ast.Constant) or bool(part.value)
                return is_some and self._shrinking.shrinks(text_of(base), text_of(part), f"{end} {text_of(part)}")
            case ast.Call(func=ast.Name(id="len"), args=[base]) if stays:
                return self._shrinking.shrinks(text_of(base))
            case ast.Call(func=ast.Attribute(attr=method)) if stays and method in READING:
                return True
            case ast.Call() if stays and self._searches_on(test):
                return True
            case ast.Call(func=ast.Name(id="getattr"), args=[base, ast.Constant(value=str(name)), *_]):
                return self._must_fail(ast.Attribute(base, name, ast.Load()), stays=stays)
            case ast.Call(func=ast.Attribute(attr="search" | "match" | "findall"), args=[*_, base]) if stays:
                is_some = takes_something(test, self._state.scopes)
                return is_some and self._shrinking.shrinks(text_of(base), f"match {pattern_of(test)}")
            case ast.Attribute(value=ast.Name(id=base)) if stays and self._walks(base):
                return self._truth(base, stays=True)
            case ast.Name() | ast.Attribute():
                return self._truth(text_of(test), stays=stays)
            case ast.BinOp(op=ast.BitAnd() | ast.Mod()) if stays:
                return False
            case ast.BinOp() if stays:
                return self._directions.moves(test, wanted=-1)
        return False

    def _walks(self, name: str) -> bool:
        """Whether a loop only goes from one object to another that it holds: ``node = node.next``."""
        changes = self._state.changes.get(name, [])
        return bool(changes) and all(
            isinstance(change.statement, ast.Assign) and isinstance(change.statement.value, ast.Attribute)
            for change in changes
        )

    def _searches_on(self, found: ast.expr) -> bool:
        """Whether what is asked for is found by a search that begins farther on in every round."""
        searches: list[ast.expr | None] = [found.value if isinstance(found, ast.NamedExpr) else found]
        if isinstance(found, ast.Name):
            changes = self._state.changes.get(found.id, [])
            searches = [getattr(change.statement, "value", None) for change in changes]
        begins = [search_begins_at(search, self._state.scopes) for search in searches]
        return bool(begins) and all(begin is not None and self._directions.moves(begin, wanted=1) for begin in begins)

    def _ends_one_by_one(self, tests: list[ast.expr]) -> bool:
        """``i >= 0 or j >= 0 or carry``: each test comes to fail by itself, and what is carried at last."""
        comparisons = self._comparisons
        failing = [test for test in tests if self._must_fail(test, stays=True) or comparisons.fails_by_itself(test)]
        others = [test for test in tests if test not in failing]
        return bool(failing) and all(isinstance(test, ast.Name) and self._is_carried(test.id) for test in others)

    def _is_carried(self, name: str) -> bool:
        """Whether every round sets a number to what is left of others by division."""
        changes = self._state.changes.get(name, [])
        values = [change.statement.value for change in changes if isinstance(change.statement, ast.Assign)]
        is_divided = len(values) == len(changes) and all(
            (isinstance(value, ast.BinOp) and isinstance(value.op, ast.FloorDiv))
            or (isinstance(value, ast.Call) and text_of(value.func) == "divmod")
            for value in values
        )
        return is_divided and self._is_set_in_every_round(name)

    def _closes_in(self, tests: list[ast.expr], *, stays: bool) -> bool:
        """``i < m and j < n``: every round comes nearer to the end of one, and not as much farther from the other's."""
        total: Terms = {}
        for test in tests:
            if isinstance(test, ast.Name) and stays:
                total = added(total, {test.id: 1}) or {}
            if isinstance(test, ast.Compare) and len(test.ops) == 1:
                kind = type(test.ops[0]) if stays else NEGATED[type(test.ops[0])]
                sides = (test.left, test.comparators[0])
                if kind in (ast.Lt, ast.LtE, ast.Gt, ast.GtE):
                    low, high = sides if kind in (ast.Lt, ast.LtE) else sides[::-1]
                    total = added(total, self._distance(low, high) or {}) or {}
        return self._measures.falls(total)

    def _distance(self, low: ast.expr, high: ast.expr) -> Terms | None:
        return added(self._measures.terms(high), self._measures.terms(low, -1))

    def _truth(self, name: str, *, stays: bool) -> bool:
        """``while name`` (or ``while not name``): a flag that every round sets, a number or container that shrinks."""
        changes = self._state.changes.get(name, [])
        opposite = [change.statement for change in changes if is_flag(change.statement, not stays)]
        if opposite and len(opposite) == len(changes):
            return not self._state.region.goes_round_without(set(opposite))
        if opposite and self._fixed_points.is_flag_of_progress(changes, stays):
            return True
        if not stays:
            return False
        if self._searches_on(ast.Name(name)):
            return True
        given = [change.statement.value for change in changes if isinstance(change.statement, ast.Assign)]
        if given and len(given) == len(changes) and all(_reads(value) for value in given):
            return True
        if self._shrinking.shrinks(name):
            return True
        if not all(change.stops_at == 0 for change in changes) and not self._comparisons.steps_once(changes):
            return False
        return (
            bool(changes)
            and all(change.move <= Move.STILL for change in changes)
            and self._state.cuts(changes, Move.DOWN)
        )

    def _is_set_in_every_round(self, name: str) -> bool:
        changes = self._state.changes.get(name, [])
        setting = {change.statement for change in changes if change.is_certain}
        return bool(setting) and not self._state.region.goes_round_without(setting)

    def _count_rounds(self) -> None:
        """A loop over ``itertools.count()`` moves its variable up in every round."""
        loop = self._state.region.loop
        if isinstance(loop, ast.While) or not isinstance(loop.iter, ast.Call):
            return
        name = (self._state.scopes.qualified_name(loop.iter.func) or "").rpartition(".")[2]
        target = loop.target.elts[0] if isinstance(loop.target, ast.Tuple) and name == "enumerate" else loop.target
        if name in ("count", "enumerate") and isinstance(target, ast.Name):
            first = loop.body[0]
            self._state.changes[target.id] = [Change(first, Move.UP)]


def _reads(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in READING
