"""Comparisons that must fail in the end: their sides come together, or what they look for is used up."""

from __future__ import annotations

import ast

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.flow.truth import known_integer
from cgr_audit.analysis.loops.bisection import stays_in_the_middle
from cgr_audit.analysis.loops.carried_places import CarriedPlaces
from cgr_audit.analysis.loops.change import Change, Move
from cgr_audit.analysis.loops.fixed_points import FixedPoints
from cgr_audit.analysis.loops.known_order import is_known_to_reach
from cgr_audit.analysis.loops.loop_directions import LoopDirections
from cgr_audit.analysis.loops.loop_doubts import LoopDoubts
from cgr_audit.analysis.loops.loop_measures import LoopMeasures
from cgr_audit.analysis.loops.loop_state import LoopState
from cgr_audit.analysis.loops.repetition import Repetition
from cgr_audit.analysis.loops.shrinking import Shrinking
from cgr_audit.analysis.loops.step_values import StepValues
from cgr_audit.analysis.loops.trial_division import is_factored
from cgr_audit.analysis.loops.written_out import is_set_to_fail

__all__ = ["LoopComparisons"]

_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


class LoopComparisons:
    """Answers for one loop."""

    def __init__(
        self,
        state: LoopState,
        directions: LoopDirections,
        shrinking: Shrinking,
        measures: LoopMeasures,
        places: CarriedPlaces,
        fixed_points: FixedPoints,
        doubts: LoopDoubts,
    ) -> None:
        self._state = state
        self._directions = directions
        self._shrinking = shrinking
        self._measures = measures
        self._places = places
        self._fixed_points = fixed_points
        self._repetition = Repetition(state, directions)
        self._doubts = doubts
        self._steps = StepValues(state.scopes)

    def compared(self, left: ast.expr, kind: type[ast.cmpop], right: ast.expr) -> bool:
        """Whether ``left kind right`` must fail in the end."""
        if self._doubts.is_infinite(left) or self._doubts.is_infinite(right):
            return False
        if is_set_to_fail(self._state, left, kind, right):
            return True
        low, high = (left, right) if kind in (ast.Lt, ast.LtE) else (right, left)
        if kind in _ORDERS and self._stands_still(kind, high, low):
            return False
        if kind in (ast.LtE, ast.GtE) and any(
            stays_in_the_middle(self._state, *pair) for pair in ((low, high), (high, low))
        ):
            return False
        if self._is_found_in_ever_less(left, kind, right) or self._comes_to_one(left, kind, right):
            return True
        if kind in (ast.Lt, ast.LtE):
            return self._approaches(left, right) or self._length_falls(right, kind, left)
        if kind in (ast.Gt, ast.GtE):
            return (
                self._approaches(right, left) or self._length_falls(left, kind, right) or self._searches_on(left, right)
            )
        if kind is ast.In:
            return self._shrinking.shrinks(text_of(right), text_of(left)) or self._repetition.passes_all(left, right)
        if kind is ast.NotIn:
            return self._repetition.comes_again(left, right)
        if kind is ast.Eq:
            return self._is_divided_out(left, right) or self._first_falls(left) or self._first_falls(right)
        if kind in (ast.NotEq, ast.IsNot):
            is_met = self._reaches(left, right) or self._reaches(right, left) or self._larger_is_divided(left, right)
            return is_met or self._fixed_points.settles(left, right)
        return False

    def _approaches(self, low: ast.expr, high: ast.expr) -> bool:
        """Whether ``low < high`` must fail: what is low only goes up, what is high only goes down."""
        if self._directions.moves(ast.BinOp(left=high, op=ast.Sub(), right=low), wanted=-1):
            return True
        if self._measures.comes_below(low, high):
            return True
        return self._goes_on(low, high, wanted=1) or self._goes_on(high, low, wanted=-1)

    def _larger_is_divided(self, one: ast.expr, other: ast.expr) -> bool:
        """``a != b``, where every round divides the larger of the two: at the latest both come to zero."""
        index, region = self._state.index, self._state.region
        divisions: set[ast.AST] = set()
        for larger, smaller in ((text_of(one), text_of(other)), (text_of(other), text_of(one))):
            for change in self._state.changes.get(larger, []):
                if change.stops_at != 0 or not is_known_to_reach(index, change.statement, larger, smaller):
                    return False
                divisions.add(change.statement)
        return bool(divisions) and not region.goes_round_without(divisions)

    def fails_by_itself(self, test: ast.expr) -> bool:
        """Whether one of several tests comes to fail, and stays so: rounds in which it holds move one variable on."""
        match test:
            case ast.Compare(left=ast.Name() as place, ops=[ast.Gt() | ast.GtE()], comparators=[end]):
                wanted = -1
            case ast.Compare(left=ast.Name() as place, ops=[ast.Lt() | ast.LtE()], comparators=[end]):
                wanted = 1
            case ast.Compare(
                left=ast.Name() as place, ops=[ast.IsNot()], comparators=[ast.Constant(value=None) as end]
            ):
                wanted = -1
            case ast.Name() as place:
                end, wanted = ast.Constant(value=0), -1
            case _:
                return False
        changes = self._state.changes.get(place.id, [])
        values = [change.statement.value for change in changes if isinstance(change.statement, ast.Assign)]
        is_one_way = all(
            change.move == wanted or any(isinstance(value, ast.IfExp) for value in values) for change in changes
        )
        return is_one_way and self._state.is_constant(end) and self._places.go_on(place.id, end, wanted, test)

    def _goes_on(self, place: ast.expr, end: ast.expr, wanted: int) -> bool:
        return (
            isinstance(place, ast.Name) and self._state.is_constant(end) and self._places.go_on(place.id, end, wanted)
        )

    def _stands_still(self, kind: type[ast.cmpop], moving: ast.expr, limit: ast.expr) -> bool:
        """``n >= 0`` and ``n > -1``, where ``n`` is divided: the zero at which it stands still passes the test."""
        stops = [
            change.stops_at for change in self._state.changes.get(text_of(moving), []) if change.stops_at is not None
        ]
        least = self._steps.number(limit)
        if not stops or least is None:
            return any(stop >= 1 for stop in stops)
        return least < max(stops) or (least == max(stops) and kind in (ast.LtE, ast.GtE))

    def _comes_to_one(self, left: ast.expr, kind: type[ast.cmpop], right: ast.expr) -> bool:
        """``n > 1`` or ``n != 1``, where all factors are divided out."""
        is_one = self._steps.number(right) == {ast.Gt: 1, ast.NotEq: 1, ast.GtE: 2}.get(kind)
        return is_one and is_factored(self._state, text_of(left))

    def _is_found_in_ever_less(self, left: ast.expr, kind: type[ast.cmpop], right: ast.expr) -> bool:
        """``at != -1``, where every round sets ``at = text.find(part)`` and makes the text shorter."""
        least = {ast.NotEq: -1, ast.Gt: -1, ast.GtE: 0}.get(kind)
        value = self._state.behind(left)
        if least is None or known_integer(right, {}, self._state.scopes) != least or not isinstance(value, ast.Call):
            return False
        function = value.func
        is_search = isinstance(function, ast.Attribute) and function.attr in ("find", "rfind")
        return is_search and isinstance(function, ast.Attribute) and self._shrinking.shrinks(text_of(function.value))

    def _length_falls(self, node: ast.expr, kind: type[ast.cmpop], limit: ast.expr) -> bool:
        """``len(x) > n``, where ``x`` becomes shorter in every round."""
        match node:
            case ast.Call(func=ast.Name(id="len"), args=[base]):
                least = self._steps.number(limit) or 0
                return self._shrinking.shrinks(text_of(base), least=least - (kind in (ast.GtE, ast.LtE)))
            case ast.Call(func=ast.Attribute(value=base, attr="count"), args=[part]):
                return self._shrinking.shrinks(text_of(base), text_of(part))
        return False

    def _first_falls(self, node: ast.expr) -> bool:
        """``text[0] == " "``, where the text becomes shorter in every round."""
        return isinstance(node, ast.Subscript) and self._shrinking.shrinks(text_of(node.value))

    def _is_divided_out(self, left: ast.expr, right: ast.expr) -> bool:
        """``n % d == 0``, where every round divides ``n``."""
        if not (isinstance(left, ast.BinOp) and isinstance(left.op, ast.Mod) and isinstance(right, ast.Constant)):
            return False
        changes = self._state.changes.get(text_of(left.left), [])
        return all(change.stops_at == 0 for change in changes) and self._state.cuts(changes, Move.DOWN)

    def _reaches(self, moving: ast.expr, end: ast.expr) -> bool:
        """``x != end``: a search that goes on behind its last place, a division to nothing, a shrinking container."""
        name = text_of(moving)
        changes = self._state.changes.get(name, [])
        is_last = isinstance(end, ast.UnaryOp) and isinstance(end.operand, ast.Constant) and end.operand.value == 1
        if (
            is_last
            and isinstance(moving, ast.Call)
            and len(moving.args) > 1
            and self._directions.moves(moving.args[1], wanted=1)
        ):
            return True
        if is_last and changes and len({change.move for change in changes}) == 1 and _searches(changes):
            return self._state.cuts(changes, changes[0].move) or self._steps_where_found(name, changes)
        is_nothing = isinstance(end, ast.Constant) and end.value in (0, None)
        if is_nothing and changes and all(change.stops_at == 0 for change in changes):
            return self._state.cuts(changes, Move.DOWN)
        if isinstance(end, ast.List | ast.Constant) and (isinstance(end, ast.List) or end.value in ("", 0)):
            base = moving.args[0] if isinstance(moving, ast.Call) and moving.args else moving
            if self._shrinking.shrinks(text_of(base)):
                return True
        if is_last and isinstance(moving, ast.Call) and isinstance(moving.func, ast.Attribute):
            return self._shrinking.shrinks(text_of(moving.func.value), *map(text_of, moving.args[:1]))
        return self._counts_to(name, end)

    def _steps_where_found(self, place: str, changes: list[Change]) -> bool:
        """``if place != -1: place += 1``: where nothing was found, the loop is done."""
        steps = {change.statement for change in changes if change.is_certain}
        asking: set[ast.AST] = {
            part
            for part in self._state.region.parts
            if isinstance(part, ast.If)
            and text_of(part.test) in (f"{place} != -1", f"{place} >= 0", f"{place} > -1")
            and not steps.isdisjoint(part.body)
        }
        return bool(asking) and not self._state.region.goes_round_without({*steps, *asking})

    def _searches_on(self, place: ast.expr, low: ast.expr) -> bool:
        """``while place > 0``, where every round searches on from the place: behind the last there is none (-1)."""
        changes = self._state.changes.get(text_of(place), [])
        is_negative = isinstance(low, ast.UnaryOp) and isinstance(low.op, ast.USub)
        has_steps = any(isinstance(change.statement, ast.AugAssign) for change in changes)
        is_low = is_negative or (isinstance(low, ast.Constant) and low.value == 0)
        if not changes or not is_low or (is_negative and has_steps):
            return False
        return (
            all(change.move is Move.UP for change in changes)
            and _searches(changes)
            and self._state.cuts(changes, Move.UP)
        )

    def _counts_to(self, name: str, end: ast.expr) -> bool:
        """A counter that moves by one towards a constant beyond where it starts."""
        changes = self._state.changes.get(name, [])
        moves = {change.move for change in changes}
        last = known_integer(end, {}, self._state.scopes)
        if len(moves) != 1 or last is None or not all(_is_unit_step(change.statement) for change in changes):
            return False
        start = self._start(name)
        move = moves.pop()
        is_ahead = start is not None and (start <= last if move is Move.UP else start >= last)
        return is_ahead and self.steps_once(changes) and self._state.cuts(changes, move)

    def _start(self, name: str) -> int | None:
        """The constant that a variable has before the loop."""
        loop = self._state.region.loop
        block = getattr(self._state.index.parent(loop), "body", [])
        found: int | None = None
        for statement in block if isinstance(block, list) else ():
            if statement is loop:
                return found
            if isinstance(statement, ast.Assign) and any(text_of(target) == name for target in statement.targets):
                found = known_integer(statement.value, {}, self._state.scopes)
        return None

    def steps_once(self, changes: list[Change]) -> bool:
        """Whether a round moves a counter by no more than one, so that it passes over nothing."""
        steps: dict[ast.AST, float] = {change.statement: 1 for change in changes}
        return (
            all(_is_unit_step(change.statement) for change in changes)
            and not self._measures.are_repeated(steps)
            and self._state.region.greatest_sum(steps) <= 1
        )


def _searches(changes: list[Change]) -> bool:
    """Whether a place is only moved by searching on, or by steps beside that."""
    values = [change.statement.value for change in changes if isinstance(change.statement, ast.Assign)]
    names = [
        value.func.attr for value in values if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)
    ]
    return changes[0].move is not Move.UNKNOWN and any(name in ("find", "rfind", "index", "rindex") for name in names)


def _is_unit_step(statement: ast.stmt) -> bool:
    value = statement.value if isinstance(statement, ast.AugAssign) else None
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.BinOp):
        value = statement.value.right
    return isinstance(value, ast.Constant) and value.value == 1
