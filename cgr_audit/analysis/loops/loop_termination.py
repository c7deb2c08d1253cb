"""Loops that nothing certainly ends: no sequence that runs out, no counter or shrinking value that must reach a test.

A loop ends if some test that every round passes reads only values that move towards failing it: none moves back, and
every path through the body moves at least one of them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

from cgr_audit.analysis.calls.call_graph import CallGraph
from cgr_audit.analysis.comparisons import NEGATED
from cgr_audit.analysis.flow.control_flow import ControlFlow
from cgr_audit.analysis.flow.exceptions import catches
from cgr_audit.analysis.flow.truth import known_integer
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.loops.loop_changes import Change, Changes, Move, find_changes
from cgr_audit.analysis.loops.loop_doubts import LoopDoubts, is_from_library
from cgr_audit.analysis.loops.loop_measures import LoopMeasures, Terms, added
from cgr_audit.analysis.loops.loop_region import Loop, LoopRegion
from cgr_audit.analysis.loops.number_bounds import NumberBounds
from cgr_audit.analysis.loops.structural_descent import puts_back_parts
from cgr_audit.analysis.scopes import Scopes

__all__ = ["LoopTermination"]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_PURE = frozenset({"len", "int", "float", "abs", "min", "max", "str", "round", "sum", "sqrt", "isqrt", "floor", "ceil"})
_MONOTONE = frozenset({"int", "float", "round", "floor", "ceil", "sqrt", "isqrt", "factorial", "log", "log2", "log10"})


class LoopTermination:
    """Answers for the loops of one program."""

    def __init__(self, index: Index, scopes: Scopes, flow: ControlFlow, calls: CallGraph) -> None:
        self._index = index
        self._scopes = scopes
        self._flow = flow
        self._calls = calls

    def unbounded(self, is_of_interest: Callable[[Loop], bool]) -> Iterator[Loop]:
        """The loops, among those of interest, that may run without end, in the order of the text."""
        loops: list[Loop] = [*self._index.of(ast.While)]
        loops += [loop for loop in self._index.of(ast.For) if self._is_suspect(loop)]
        loops += [loop for loop in self._index.of(ast.AsyncFor) if self._is_suspect(loop)]
        for loop in sorted(loops, key=lambda one: (one.lineno, one.col_offset)):
            if is_of_interest(loop) and not self._ends(loop):
                yield loop

    def _is_suspect(self, loop: ast.For | ast.AsyncFor) -> bool:
        """Whether a loop may run over something endless, or over a list that it makes longer."""
        iterable = loop.iter
        if isinstance(iterable, ast.Call):
            name = (self._scopes.qualified_name(iterable.func) or "").rpartition(".")[2]
            return name in ("count", "cycle", "repeat", "enumerate", "iter") or self._flow.makes_endless(iterable)
        return isinstance(iterable, ast.Name) and any(self._grows(call, iterable.id) for call in self._calls_in(loop))

    def _calls_in(self, loop: Loop) -> Iterator[ast.Call]:
        for statement in loop.body:
            yield from (node for node in ast.walk(statement) if isinstance(node, ast.Call))

    def _grows(self, call: ast.Call, name: str) -> bool:
        function = call.func
        return (
            isinstance(function, ast.Attribute)
            and function.attr in ("append", "extend", "insert")
            and isinstance(function.value, ast.Name)
            and function.value.id == name
        )

    def _ends(self, loop: Loop) -> bool:
        owner = next((part for part in self._index.ancestors(loop) if isinstance(part, _FUNCTIONS)), self._index.tree)
        holder = next(
            (part for part in self._index.ancestors(loop) if isinstance(part, ast.ClassDef | ast.Lambda)), None
        )
        if holder is not None and self._is_inside(holder, owner):
            return True
        region = LoopRegion(loop, self._flow.graph(owner))
        if not region.is_reached or not region.goes_round_without(()) or self._hands_over(region):
            return True
        return _Proof(region, self._scopes, self._index, self._calls).succeeds()

    def _is_inside(self, node: ast.AST, outer: ast.AST) -> bool:
        return any(parent is outer for parent in self._index.ancestors(node))

    def _hands_over(self, region: LoopRegion) -> bool:
        """Whether every round yields: a generator runs only as long as somebody asks."""
        yields = [part for part in region.parts if isinstance(part, ast.Yield | ast.YieldFrom)]
        return bool(yields) and not region.goes_round_without({self._statement(part) for part in yields})

    def _statement(self, node: ast.AST) -> ast.AST:
        return next(part for part in self._index.ancestors(node) if isinstance(part, ast.stmt))


class _Proof:
    """The search for something that ends one loop."""

    def __init__(self, region: LoopRegion, scopes: Scopes, index: Index, calls: CallGraph) -> None:
        self._region = region
        self._scopes = scopes
        self._index = index
        self._changes: Changes = find_changes(region.parts, self._is_positive, self._behind)
        self._count_rounds()
        self._doubts = LoopDoubts(region, index, scopes, calls, self._is_positive)
        for name, change in list(self._doubts.changes(self._changes)):
            self._changes.setdefault(name, []).append(change)
        numbers = NumberBounds(region.loop, index, scopes, self._changes.__contains__, self._grows)
        self._measures = LoopMeasures(region, index, self._changes, numbers, self._is_constant)
        self._expanded: set[str] = set()

    def _grows(self, name: str) -> bool:
        changes = self._changes.get(name, [])
        return all(change.move is Move.UP for change in changes) and self._cuts(changes, Move.UP)

    def succeeds(self) -> bool:
        loop = self._region.loop
        if self._doubts.calls_namesake:
            return False
        if isinstance(loop, ast.While) and self._must_fail(loop.test, stays=True):
            return True
        if not isinstance(loop, ast.While) and self._region.ends_by_itself and not self._goes_in_circles(loop):
            return self._growth_is_limited(loop)
        return self._is_left_by_a_test() or self._runs_out()

    def _goes_in_circles(self, loop: ast.For | ast.AsyncFor) -> bool:
        function = loop.iter.func if isinstance(loop.iter, ast.Call) else None
        return function is not None and self._scopes.qualified_name(function) == "itertools.cycle"

    # What every round passes

    def _is_left_by_a_test(self) -> bool:
        for part in self._region.parts:
            if not isinstance(part, ast.If) or self._region.goes_round_without({part}):
                continue
            for holds in (True, False):
                if self._region.leaves_where(part, holds) and self._must_fail(part.test, stays=not holds):
                    return True
        return False

    def _runs_out(self) -> bool:
        """Whether every round takes something from what is used up in the end: ``next(...)``, or a shrinking list."""
        taking = [
            self._statement(part)
            for part in self._region.parts
            if isinstance(part, ast.Call)
            and isinstance(part.func, ast.Name)
            and part.func.id == "next"
            and len(part.args) == 1
            and not self._is_endless(part.args[0])
        ]
        if taking and not self._region.goes_round_without(set(taking)) and not self._survives(taking, StopIteration):
            return True
        if any(name.startswith("len(") and self._is_used_up(name[4:-1]) for name in self._changes):
            return True
        return self._reads_on()

    def _is_used_up(self, name: str) -> bool:
        """Whether every round takes an element out of a container, which fails in the end and so leaves the loop."""
        taking = [change.statement for change in self._changes[f"len({name})"] if change.fails_when_empty]
        if not taking or self._region.goes_round_without(set(taking)) or not self._shrinks(name):
            return False
        return not self._survives(taking, IndexError) and not self._survives(taking, KeyError)

    def _survives(self, statements: Sequence[ast.AST], raised: type[Exception]) -> bool:
        """Whether the loop goes on after one of these statements has raised such an exception."""
        return self._region.survives(statements, lambda handler: catches(handler, raised, self._scopes) is not False)

    def _behind(self, name: ast.expr) -> ast.expr | None:
        """What the loop sets a variable to, where one statement that every round passes does so, and nothing else."""
        if not isinstance(name, ast.Name):
            return None
        uses = [part for part in self._region.parts if isinstance(part, ast.Name) and part.id == name.id]
        stores = [part for part in uses if not isinstance(part.ctx, ast.Load)]
        if len(stores) != 1 or any(isinstance(self._index.parent(part), ast.Attribute) for part in uses):
            return None
        statement = self._index.parent(stores[0])
        is_plain = isinstance(statement, ast.Assign) and statement.targets == stores
        return statement.value if is_plain and not self._region.goes_round_without({statement}) else None  # type: ignore[union-attr,arg-type]

    def _reads_on(self) -> bool:
        """Whether every round reads the element at a place that moves on: in the end there is none."""
        if any(isinstance(part, ast.Try) for part in (*self._region.parts, *self._index.ancestors(self._region.loop))):
            return False
        reads = [
            part
            for part in self._region.parts
            if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name) and self._is_sequence(part.value)
        ]
        return any(
            isinstance(read.slice, ast.Name)
            and not self._region.goes_round_without({self._statement(read)})
            and (self._moves(read.slice, wanted=1) or self._moves(read.slice, wanted=-1))
            for read in reads
        )

    def _is_sequence(self, name: ast.Name) -> bool:
        """Whether a variable is a list, tuple or text that is written out, and that the loop leaves alone."""
        found = self._scopes.used_in[name].lookup(name.id)
        values = [binding.value for binding in found[1]] if found is not None else []
        is_written = bool(values) and all(isinstance(value, ast.List | ast.Tuple | ast.Constant) for value in values)
        return is_written and name.id not in self._changes and f"len({name.id})" not in self._changes

    def _is_endless(self, iterator: ast.expr) -> bool:
        found = self._scopes.used_in[iterator].lookup(iterator.id) if isinstance(iterator, ast.Name) else None
        value = found[1][0].value if found is not None else iterator
        name = self._scopes.qualified_name(value.func) if isinstance(value, ast.Call) else None
        return name in ("itertools.count", "itertools.cycle", "itertools.repeat") or value is None

    def _statement(self, node: ast.AST) -> ast.AST:
        return next(part for part in self._index.ancestors(node) if isinstance(part, ast.stmt))

    def _growth_is_limited(self, loop: ast.For | ast.AsyncFor) -> bool:
        """A loop over a list that it makes longer: whether it adds only what was not there, or up to a length."""
        name = ast.unparse(loop.iter)
        return all(
            change.move is not Move.UP or self._is_guarded(change, name)
            for change in self._changes.get(f"len({name})", [])
        )

    # Tests that must fail in the end

    def _must_fail(self, test: ast.expr, *, stays: bool) -> bool:
        """Whether a test, which must hold (or fail) for the loop to go on, will not for ever."""
        return self._decides_in_the_end(test, stays=stays) or self._leaves_the_sequence(test)

    def _leaves_the_sequence(self, test: ast.expr) -> bool:
        """``while text[i] == " ": i += 1``: in the end there is no such element."""
        first = test.values[0] if isinstance(test, ast.BoolOp) else test
        places = [part for part in ast.walk(first) if isinstance(part, ast.Subscript) and self._is_place(part.slice)]
        bases = [ast.unparse(part.value) for part in places]
        if any(base in self._changes or f"len({base})" in self._changes for base in bases):
            return False
        return any(self._moves(part.slice, wanted=sign) for part in places for sign in (1, -1))

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
                    return all(results)
                return any(results) or self._closes_in(values, stays=stays)
            case ast.Compare(left=left, ops=[first, *_], comparators=[right, *more]) if not more or stays:
                kind = type(first) if stays else NEGATED[type(first)]
                rest = ast.Compare(left=right, ops=test.ops[1:], comparators=more) if more else None
                return self._compared(left, kind, right) or (rest is not None and self._must_fail(rest, stays=stays))
            case ast.NamedExpr(value=value):
                return self._must_fail(value, stays=stays)
            case ast.Call(func=ast.Attribute(value=base, attr="startswith" | "endswith" as end), args=[part]) if stays:
                return self._shrinks(ast.unparse(base), ast.unparse(part), f"{end} {ast.unparse(part)}")
            case ast.Call(func=ast.Name(id="len"), args=[base]) if stays:
                return self._shrinks(ast.unparse(base))
            case ast.Name() | ast.Attribute():
                return self._truth(ast.unparse(test), stays=stays)
            case ast.BinOp(op=ast.BitAnd() | ast.Mod()) if stays:
                return False
            case ast.BinOp() if stays:
                return self._moves(test, wanted=-1)
        return False

    def _closes_in(self, tests: list[ast.expr], *, stays: bool) -> bool:
        """``i < m and j < n``: every round comes nearer to the end of one, and not as much farther from the other's."""
        total: Terms = {}
        for test in tests:
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
        changes = self._changes.get(name, [])
        opposite = [change.statement for change in changes if _is_flag(change.statement, not stays)]
        if opposite and len(opposite) == len(changes):
            return not self._region.goes_round_without(set(opposite))
        if opposite and stays and self._is_sorting(changes):
            return True
        if not stays:
            return False
        if self._shrinks(name):
            return True
        if not all(change.towards_zero for change in changes) and not self._steps_once(changes):
            return False
        return bool(changes) and all(change.move <= Move.STILL for change in changes) and self._cuts(changes, Move.DOWN)

    def _steps_once(self, changes: list[Change]) -> bool:
        """Whether a round moves a counter by no more than one, so that it passes over nothing."""
        steps: dict[ast.AST, float] = {change.statement: 1 for change in changes}
        return (
            all(_is_unit_step(change.statement) for change in changes)
            and not self._measures.are_repeated(steps)
            and self._region.greatest_sum(steps) <= 1
        )

    def _is_sorting(self, changes: list[Change]) -> bool:
        """``swapped = True`` only beside an exchange of two elements that stand in the wrong order."""
        setting = [change.statement for change in changes if _is_flag(change.statement, True)]
        for statement in setting:
            holder = self._index.parent(statement)
            if not isinstance(holder, ast.If) or not isinstance(holder.test, ast.Compare):
                return False
            if not isinstance(holder.test.ops[0], ast.Gt | ast.Lt):
                return False
            both = {ast.unparse(holder.test.left), ast.unparse(holder.test.comparators[0])}
            exchanges = [part for part in holder.body if isinstance(part, ast.Assign) and len(part.targets) == 1]
            if not any(
                isinstance(part.targets[0], ast.Tuple) and {ast.unparse(one) for one in part.targets[0].elts} == both
                for part in exchanges
            ):
                return False
        return bool(setting)

    def _divides(self, moving: ast.expr, other: ast.expr) -> bool:
        """Whether a division alone moves one part of a sum: it stops at zero, where the sum may still be large."""
        is_literal = isinstance(other, ast.Constant)
        return not is_literal and any(change.towards_zero for change in self._changes.get(ast.unparse(moving), []))

    def _stays_at_zero(self, kind: type[ast.cmpop], moving: ast.expr, limit: ast.expr) -> bool:
        """``n >= 0`` and ``n > -1``, where ``n`` is divided: zero passes the test."""
        least = known_integer(limit, {}, self._scopes)
        passes = least is not None and (least < 0 or (least == 0 and kind in (ast.LtE, ast.GtE)))
        return passes and any(change.towards_zero for change in self._changes.get(ast.unparse(moving), []))

    def _is_found_in_ever_less(self, left: ast.expr, kind: type[ast.cmpop], right: ast.expr) -> bool:
        """``at != -1``, where every round sets ``at = text.find(part)`` and makes the text shorter."""
        least = {ast.NotEq: -1, ast.Gt: -1, ast.GtE: 0}.get(kind)
        value = self._behind(left)
        if least is None or known_integer(right, {}, self._scopes) != least or not isinstance(value, ast.Call):
            return False
        function = value.func
        is_search = isinstance(function, ast.Attribute) and function.attr in ("find", "rfind")
        return is_search and isinstance(function, ast.Attribute) and self._shrinks(ast.unparse(function.value))

    def _compared(self, left: ast.expr, kind: type[ast.cmpop], right: ast.expr) -> bool:
        if self._doubts.is_infinite(left) or self._doubts.is_infinite(right):
            return False
        low, high = (left, right) if kind in (ast.Lt, ast.LtE) else (right, left)
        if kind in (ast.Lt, ast.LtE, ast.Gt, ast.GtE) and self._stays_at_zero(kind, high, low):
            return False
        if self._is_found_in_ever_less(left, kind, right):
            return True
        if kind in (ast.Lt, ast.LtE):
            return self._approaches(left, right) or self._length_falls(right)
        if kind in (ast.Gt, ast.GtE):
            return self._approaches(right, left) or self._length_falls(left) or self._searches_on(left, right)
        if kind is ast.In:
            return self._shrinks(ast.unparse(right), ast.unparse(left))
        if kind is ast.Eq:
            return self._is_divided_out(left, right) or self._first_falls(left) or self._first_falls(right)
        if kind in (ast.NotEq, ast.IsNot):
            return self._reaches(left, right) or self._reaches(right, left)
        return False

    def _approaches(self, low: ast.expr, high: ast.expr) -> bool:
        """Whether ``low < high`` must fail: what is low only goes up, what is high only goes down."""
        if self._moves(ast.BinOp(left=high, op=ast.Sub(), right=low), wanted=-1):
            return True
        return self._measures.comes_below(low, high)

    def _moves(self, expression: ast.expr, wanted: int) -> bool:
        signs = self._signs(expression, wanted)
        if signs is None:
            return False
        moving: set[ast.AST] = set()
        for name, sign in signs.items():
            for change in self._changes.get(name, []):
                if change.move not in (sign, Move.STILL):
                    return False
                if change.move == sign and change.is_certain and not change.where_held:
                    moving.add(change.statement)
        return bool(moving) and not self._region.goes_round_without(moving)

    def _signs(self, node: ast.expr, sign: int) -> dict[str, int] | None:
        """Which way each variable must move for an expression to move; nothing where that is not clear."""
        match node:
            case ast.Constant():
                return {}
            case ast.Subscript(slice=index) if ast.unparse(node) in self._changes:
                return {ast.unparse(node): sign} if self._is_constant(index) else None
            case ast.Name() if (value := self._computed(node.id)) is not None:
                self._expanded.add(node.id)
                signs = self._signs(value, sign)
                self._expanded.discard(node.id)
                return signs
            case ast.Name() | ast.Attribute():
                return {ast.unparse(node): sign} if ast.unparse(node) in self._changes else {}
            case ast.Call(func=ast.Name(id="len"), args=[ast.Call(func=ast.Name(id="str"), args=[inner])]):
                return self._signs(inner, sign)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name) as function, args=[inner]) if (
                name in _MONOTONE and is_from_library(function, self._scopes)
            ):
                return self._signs(inner, sign)
            case ast.Call(func=ast.Name(id="len"), args=[base]):
                return {ast.unparse(node): sign} if f"len({ast.unparse(base)})" in self._changes else {}
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._signs(operand, -sign)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
                other = sign if isinstance(operator, ast.Add) else -sign
                if isinstance(operator, ast.Add) and (self._divides(left, right) or self._divides(right, left)):
                    return None
                return self._both(self._signs(left, sign), self._signs(right, other))
            case ast.BinOp(left=left, op=ast.Mult() | ast.Pow(), right=right):
                return self._both(self._signs(left, sign), self._signs(right, sign))
            case ast.BinOp(left=left, op=ast.FloorDiv() | ast.Div(), right=right) if self._is_constant(right):
                return self._signs(left, sign)
        return {} if self._is_constant(node) else None

    def _computed(self, name: str) -> ast.expr | None:
        """What every round sets a variable to, once, without use of the variable itself."""
        changes = self._changes.get(name, [])
        if len(changes) != 1 or name in self._expanded or changes[0].move is not Move.UNKNOWN:
            return None
        statement = changes[0].statement
        if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
            return None
        is_own = any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(statement.value))
        return None if is_own or self._region.goes_round_without({statement}) else statement.value

    def _both(self, one: dict[str, int] | None, other: dict[str, int] | None) -> dict[str, int] | None:
        if one is None or other is None or any(other.get(name, sign) != sign for name, sign in one.items()):
            return None
        return {**one, **other}

    def _is_constant(self, node: ast.expr) -> bool:
        """Whether an expression gives the same in every round."""
        for part in ast.walk(node):
            if isinstance(part, ast.Call):
                function = part.func
                name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
                if name not in _PURE or not is_from_library(function, self._scopes):
                    return False
            if isinstance(part, ast.Name | ast.Attribute):
                text = ast.unparse(part)
                if text in self._changes or f"len({text})" in self._changes:
                    return False
        return True

    def _length_falls(self, node: ast.expr) -> bool:
        """``len(x) > n``, where ``x`` becomes shorter in every round."""
        match node:
            case ast.Call(func=ast.Name(id="len"), args=[base]):
                return self._shrinks(ast.unparse(base))
        return False

    def _first_falls(self, node: ast.expr) -> bool:
        """``text[0] == " "``, where the text becomes shorter in every round."""
        return isinstance(node, ast.Subscript) and self._shrinks(ast.unparse(node.value))

    def _is_divided_out(self, left: ast.expr, right: ast.expr) -> bool:
        """``n % d == 0``, where every round divides ``n``."""
        if not (isinstance(left, ast.BinOp) and isinstance(left.op, ast.Mod) and isinstance(right, ast.Constant)):
            return False
        changes = self._changes.get(ast.unparse(left.left), [])
        return all(change.towards_zero for change in changes) and self._cuts(changes, Move.DOWN)

    def _reaches(self, moving: ast.expr, end: ast.expr) -> bool:
        """``x != end``: a search that goes on behind its last place, a division to nothing, a shrinking container."""
        name = ast.unparse(moving)
        changes = self._changes.get(name, [])
        is_last = isinstance(end, ast.UnaryOp) and isinstance(end.operand, ast.Constant) and end.operand.value == 1
        if is_last and isinstance(moving, ast.Call) and len(moving.args) > 1 and self._moves(moving.args[1], wanted=1):
            return True
        if is_last and changes and len({change.move for change in changes}) == 1 and _searches(changes):
            return self._cuts(changes, changes[0].move)
        is_nothing = isinstance(end, ast.Constant) and end.value in (0, None)
        if is_nothing and changes and all(change.towards_zero for change in changes):
            return self._cuts(changes, Move.DOWN)
        if isinstance(end, ast.List | ast.Constant) and (isinstance(end, ast.List) or end.value in ("", 0)):
            base = moving.args[0] if isinstance(moving, ast.Call) and moving.args else moving
            if self._shrinks(ast.unparse(base)):
                return True
        if is_last and isinstance(moving, ast.Call) and isinstance(moving.func, ast.Attribute):
            return self._shrinks(ast.unparse(moving.func.value), *map(ast.unparse, moving.args[:1]))
        return self._counts_to(name, end)

    def _searches_on(self, place: ast.expr, low: ast.expr) -> bool:
        """``while place > 0``, where every round searches on from the place: behind the last there is none (-1)."""
        changes = self._changes.get(ast.unparse(place), [])
        is_negative = isinstance(low, ast.UnaryOp) and isinstance(low.op, ast.USub)
        has_steps = any(isinstance(change.statement, ast.AugAssign) for change in changes)
        is_low = is_negative or (isinstance(low, ast.Constant) and low.value == 0)
        if not changes or not is_low or (is_negative and has_steps):
            return False
        return all(change.move is Move.UP for change in changes) and _searches(changes) and self._cuts(changes, Move.UP)

    def _counts_to(self, name: str, end: ast.expr) -> bool:
        """A counter that moves by one towards a constant beyond where it starts."""
        changes = self._changes.get(name, [])
        moves = {change.move for change in changes}
        last = known_integer(end, {}, self._scopes)
        if len(moves) != 1 or last is None or not all(_is_unit_step(change.statement) for change in changes):
            return False
        start = self._start(name)
        move = moves.pop()
        is_ahead = start is not None and (start <= last if move is Move.UP else start >= last)
        return is_ahead and self._steps_once(changes) and self._cuts(changes, move)

    def _start(self, name: str) -> int | None:
        """The constant that a variable has before the loop."""
        loop = self._region.loop
        block = getattr(self._index.parent(loop), "body", [])
        found: int | None = None
        for statement in block if isinstance(block, list) else ():
            if statement is loop:
                return found
            if isinstance(statement, ast.Assign) and any(ast.unparse(target) == name for target in statement.targets):
                found = known_integer(statement.value, {}, self._scopes)
        return None

    def _shrinks(self, name: str, *held: str) -> bool:
        """Whether every round makes a container or text shorter, and nothing in it makes it longer for good.

        ``held`` is in it at the beginning of every round.
        """
        changes = self._changes.get(f"len({name})", [])
        certain = [change for change in changes if not change.where_held or not change.where_held.isdisjoint(held)]
        shrinking = [change for change in certain if change.move is Move.DOWN]
        others = [change for change in changes if change.move not in (Move.DOWN, Move.STILL)]
        if any(change.move is Move.UNKNOWN or not self._is_guarded(change, name) for change in others):
            return False
        return self._cuts(shrinking, Move.DOWN)

    def _is_guarded(self, change: Change, name: str) -> bool:
        """Whether a container grows only by what was not seen before, or only up to a length."""
        for parent in self._index.ancestors(change.statement):
            if parent is self._region.loop:
                break
            if isinstance(parent, ast.If):
                for part in ast.walk(parent.test):
                    if isinstance(part, ast.Compare) and any(isinstance(one, ast.NotIn) for one in part.ops):
                        return True
                    if isinstance(part, ast.Call) and ast.unparse(part) == f"len({name})":
                        return True
                blocks = self._blocks_around(change.statement, parent)
                if parent.body in blocks and any(self._marks(blocks, cell) for cell in _unmarked(parent.test)):
                    return True
        return self._is_skipped_where_seen(change) or puts_back_parts(self._region.loop, name, change.statement)

    def _blocks_around(self, inner: ast.AST, outer: ast.AST) -> list[list[ast.stmt]]:
        """The lists of statements in which a statement stands, up to those of ``outer``."""
        found: list[list[ast.stmt]] = []
        for parent in self._index.ancestors(inner):
            blocks = (getattr(parent, "body", None), getattr(parent, "orelse", None))
            found += [block for block in blocks if isinstance(block, list) and inner in block]
            if parent is outer:
                break
            inner = parent
        return found

    def _marks(self, blocks: list[list[ast.stmt]], cell: ast.Subscript) -> bool:
        """Whether one of the blocks marks a cell (``seen[i] = True``), and the loop takes no mark of its table away."""
        table = _table(cell)
        marks = [
            part
            for part in self._region.parts
            if isinstance(part, ast.Assign)
            and any(isinstance(target, ast.Subscript) and _table(target) == table for target in part.targets)
        ]
        text = ast.unparse(cell)
        own = [part for part in marks if ast.unparse(part.targets[0]) == text and any(part in one for one in blocks)]
        return bool(own) and all(_is_flag(part, True) for part in marks)

    def _is_skipped_where_seen(self, change: Change) -> bool:
        """``if node in seen: continue`` before, and ``seen.add(node)``."""
        block = self._region.loop.body
        for statement in block:
            if isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Continue):
                tests = [part for part in ast.walk(statement.test) if isinstance(part, ast.Compare)]
                seen = [ast.unparse(test.comparators[0]) for test in tests if isinstance(test.ops[0], ast.In)]
                if any(f"len({name})" in self._changes for name in seen):
                    return True
                if isinstance(statement.test, ast.Subscript) and self._marks([block], statement.test):
                    return True
            if statement is change.statement:
                return False
        return False

    def _cuts(self, changes: list[Change], move: Move) -> bool:
        statements = {change.statement for change in changes if change.move is move and change.is_certain}
        return bool(statements) and not self._region.goes_round_without(statements)

    # Numbers

    def _count_rounds(self) -> None:
        """A loop over ``itertools.count()`` moves its variable up in every round."""
        loop = self._region.loop
        if isinstance(loop, ast.While) or not isinstance(loop.iter, ast.Call):
            return
        name = (self._scopes.qualified_name(loop.iter.func) or "").rpartition(".")[2]
        target = loop.target.elts[0] if isinstance(loop.target, ast.Tuple) and name == "enumerate" else loop.target
        if name in ("count", "enumerate") and isinstance(target, ast.Name):
            first = loop.body[0]
            self._changes[target.id] = [Change(first, Move.UP)]

    def _is_positive(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Constant):
            return isinstance(node.value, int | float) and node.value > 0
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len":
            return True
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult):
            return self._is_positive(node.left) and self._is_positive(node.right)
        if isinstance(node, ast.Name):
            found = self._scopes.used_in[node].lookup(node.id)
            value = found[1][0].value if found is not None and len(found[1]) == 1 else None
            return isinstance(value, ast.Constant) and self._is_positive(value)
        return False


def _is_flag(statement: ast.stmt, value: bool) -> bool:
    given = statement.value if isinstance(statement, ast.Assign) else None
    return isinstance(given, ast.Constant) and given.value is value


def _unmarked(test: ast.expr) -> Iterator[ast.Subscript]:
    """The cells that a test asks to be without a mark: ``not visited[i]``, ``visited[i] == False``."""
    values = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
    for value in values:
        match value:
            case ast.UnaryOp(op=ast.Not(), operand=ast.Subscript() as cell):
                yield cell
            case ast.Compare(
                left=ast.Subscript() as cell, ops=[ast.Eq() | ast.Is()], comparators=[ast.Constant(value=False)]
            ):
                yield cell


def _table(cell: ast.Subscript) -> str:
    """The variable that a cell belongs to, however many places deep."""
    base: ast.expr = cell
    while isinstance(base, ast.Subscript):
        base = base.value
    return ast.unparse(base)


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
