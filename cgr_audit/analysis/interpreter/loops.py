"""Loops: their bodies are run until nothing new can happen."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeVar

from cgr_audit.analysis.domains.cost import Cost, Endless, Reason, ReasonKind, add, larger
from cgr_audit.analysis.domains.intervals import ANY_SIZE, Interval
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, Bound, constant, minimum
from cgr_audit.analysis.interpreter.amortised import amortised
from cgr_audit.analysis.interpreter.branching import rejoined
from cgr_audit.analysis.interpreter.conditions import Condition, test
from cgr_audit.analysis.interpreter.consumption import drawn_from, for_each_yielded, may_be_longer
from cgr_audit.analysis.interpreter.counters import limited
from cgr_audit.analysis.interpreter.generators import is_suspended, suspended_at
from cgr_audit.analysis.interpreter.heap import counted_elements, deep_controls, elements_of, exact_elements, length_of
from cgr_audit.analysis.interpreter.interpreter import Exhausted, Frame, Interpreter, Loop, NeverReturnsError
from cgr_audit.analysis.interpreter.objects import Sequence, values_in
from cgr_audit.analysis.interpreter.refinement import refine
from cgr_audit.analysis.interpreter.remaining_elements import counted_down, hidden
from cgr_audit.analysis.interpreter.special_methods import iterated
from cgr_audit.analysis.interpreter.state import (
    Cell,
    Place,
    State,
    chosen_by_leaving,
    join_states,
    plain_join,
    survivors,
    widened,
    without,
)
from cgr_audit.analysis.interpreter.trip_counts import LoopCells, NumericCell
from cgr_audit.analysis.interpreter.unrolled import are_functions, execute_unrolled
from cgr_audit.analysis.interpreter.values import (
    ITEM,
    NO_CONTROL,
    NOTHING,
    SOLVER,
    UNKNOWN,
    ControlDependence,
    Kind,
    Reference,
    Value,
    known,
    merge_controls,
    opaque,
    single,
    under_control,
)

_Made = TypeVar("_Made")

__all__ = ["execute_for", "execute_while", "iterate", "repeat", "run_for"]

_MESSAGES = {
    ReasonKind.UNBOUNDED_LOOP: "unbounded solver calls in this loop",
    ReasonKind.NOT_FOLLOWED: "outside code may call the solver any number of times",
}
_MAX_PASSES = 16
_MAX_REFINEMENTS = 3


def execute_for(interp: Interpreter, node: ast.For | ast.AsyncFor, frame: Frame, state: State) -> State | None:
    """A loop over elements."""
    interp.on_the_spot.add(node.iter)
    values = interp.evaluate(node.iter, frame, state)
    sources = drawn_from(interp, node.iter, state)
    end = run_for(interp, node, values, frame, state)
    if end is not None and any(may_be_longer(end.heap.get(place), found) for place, found in sources.items()):
        interp.lose(end, node)
    return end


def run_for(
    interp: Interpreter, node: ast.For | ast.AsyncFor, values: Value, frame: Frame, state: State,
    left: Interval | None = None,
) -> State | None:  # fmt: skip
    """A loop over these elements, of which so many are ``left``."""
    iterable = iterated(interp, values, node.iter, frame, state)
    if frame.activity is not None:
        _keep(node, iterable, left, frame, state)
    if is_suspended(iterable, state):
        return _run_alternatives(interp, node, iterable, frame, state)
    exact = exact_elements(iterable, state)
    if exact is not None and left is None and are_functions(exact):
        return execute_unrolled(interp, node, exact, frame, state)
    element, some, size = elements_of(iterable, state, node.target)
    some = some and left is None
    if not element and not some:
        return interp.execute(node.orelse, frame, state)
    length = length_of(iterable, state) if left is None else left
    kind = (
        Kind.FAILURE if size & SOLVER else Kind.UNKNOWN if size & UNKNOWN else Kind.ITEM if size & ITEM else Kind.NONE
    )

    def enter(head: State, cells: LoopCells) -> tuple[State, Condition]:
        fresh, _, _ = elements_of(iterable, head, node.target)
        fresh = counted_elements(iterable, fresh or element, head, cells.index)
        remaining = (frame.number, hidden("left", node))
        if frame.activity is not None and remaining in head.cells:
            grown = any(head.heap.get(place) is not state.heap.get(place) for place in places)
            head.cells[remaining] = opaque(0, number=ANY_SIZE) if grown else counted_down(head.cells[remaining])
        interp.assign(node.target, under_control(fresh, NO_CONTROL), frame, head, node)
        return head, Condition(None)

    if interp.traces.asks:
        number = deep_controls(iterable, state)
        interp.traces.decide(node.iter, size, number)
        interp.traces.decide(node, size, number)
    before = state
    places = [item.payload.place for item in iterable.values() if isinstance(item.payload, Reference)]
    interp.lengths.append(None if exact is None else len(exact))
    end = iterate(
        interp, node, frame, state.copy(), enter, lambda begun: interp.execute(node.body, frame, begun), certain=some,
        empty=kind, size=length.high, places=places,
        elements=_few_elements(iterable, exact, state) if left is None else None,
    )  # fmt: skip
    interp.lengths.pop()
    if end is None and size & ITEM:
        end = before.copy(merge_controls(before.controls, _skipped(node, kind)))  # an item may be empty all the same
    if end is not None and kind is Kind.FAILURE:
        survivors(before, end, _skipped(node, kind), interp.asked, untested=True)
    if end is not None and kind is not Kind.NONE:
        interp.kept.add(node.iter)
        often = Kind.CONTENT if kind is Kind.FAILURE else kind
        chosen_by_leaving(before, end, {node.iter: (1, often)})
    return end


def _few_elements(iterable: Value, exact: list[Value] | None, state: State) -> list[Value] | None:
    """The elements one by one, also those that ``range`` counts; nothing where they are many, or may become more."""
    (item,) = iterable.values() if len(iterable) == 1 else (None,)
    found = state.heap[item.payload.place] if item is not None and isinstance(item.payload, Reference) else None
    if exact is not None:
        return exact if 1 < len(exact) <= _UNROLLED else None
    if not isinstance(found, Sequence) or found.counts_from is None or found.kind != "range":
        return None
    count = found.length.integer
    if count is None or not 1 < count <= _UNROLLED:
        return None
    first = found.counts_from.integer
    return None if first is None else [known(first + place) for place in range(count)]


def _run_alternatives(
    interp: Interpreter, node: ast.For | ast.AsyncFor, iterable: Value, frame: Frame, state: State
) -> State | None:
    """A loop over a generator, or over one of several things."""
    base, ends = state.controls, []
    for item in iterable.values():
        inner = state if len(iterable) == 1 else state.copy(merge_controls(base, item.controls))
        if suspended_at(item, inner) is not None:
            end = for_each_yielded(interp, node, item, frame, inner)
        else:
            end = run_for(interp, node, single(item), frame, inner)
        if end is not None:
            ends.append(end)
    return rejoined(ends, base)


def _keep(node: ast.For | ast.AsyncFor, iterable: Value, left: Interval | None, frame: Frame, state: State) -> None:
    """Keep what a generator needs to go on inside the loop."""
    length = length_of(iterable, state)
    for what, value in (
        ("iterable", iterable),
        ("length", opaque(0, number=length.plain)),
        ("left", opaque(0, number=length if left is None else left)),
    ):
        state.cells[(frame.number, hidden(what, node))] = value


def execute_while(interp: Interpreter, node: ast.While, frame: Frame, state: State) -> State | None:
    """A loop with a test."""

    def enter(head: State, _: LoopCells) -> tuple[State, Condition]:
        return head, test(interp, node.test, frame, head)

    interp.lengths.append(None)
    end = iterate(
        interp, node, frame, state, enter, lambda begun: interp.execute(node.body, frame, begun), certain=False,
        empty=Kind.NONE, below=_ordered_cells(node.test, frame),
    )  # fmt: skip
    interp.lengths.pop()
    return end


def iterate(
    interp: Interpreter, node: ast.AST, frame: Frame, state: State,
    enter: Callable[[State, LoopCells], tuple[State, Condition]], body: Callable[[State], State | None], *,
    certain: bool, empty: Kind, size: Bound | None = None, places: Collection[Place] = (),
    below: tuple[tuple[NumericCell, NumericCell, int], ...] = (), elements: list[Value] | None = None,
) -> State | None:  # fmt: skip
    """Run a loop to its fixpoint, count its iterations, and let out what leaves it.

    Args:
        interp: the interpreter.
        node: the loop.
        frame: the frame that runs it.
        state: before the loop.
        enter: begins an iteration: binds the target or makes the test.
        body: the rest of the iteration.
        certain: whether the first iteration certainly takes place.
        empty: what it says that there was no iteration.
        size: how many iterations the iterable allows.
        places: the objects that are iterated over; where the body makes one longer, ``size`` says nothing.
        below: pairs of numbers that the test keeps in order, with the least distance between them.
        elements: the elements, where they are known and few.
    """
    base, asks, left = state.controls, interp.traces.asks, interp.exits
    sites = len(interp.sites)
    cells = LoopCells(state, interp.next_loop(), size, below=below)
    head, loop = state.copy(), Loop()
    head.cost = ZERO
    exits: list[State] = []
    ends: list[State] = []
    begins, is_settled, refinements = False, False, 0
    replaced: Mapping[Cell, Collection[object]] = {}
    outer_recorded, interp.recorded = interp.recorded, []
    interp.loop_depth += 1
    is_quick, interp.is_quick = interp.is_quick, True
    for number in range(_MAX_PASSES):
        loop = Loop(inner=loop.inner, escaped=loop.escaped, leaving=loop.leaving)
        returned = len(frame.returns)
        interp.recorded, interp.met_loop = [], False
        frame.loops.append(loop)
        inner, condition = enter(head.copy(base), cells)
        begins = begins or (not number and condition.truth is True)
        exits = []
        if condition.truth is not True and isinstance(node, ast.While):
            failing = refine(
                interp, node.test, False, frame, condition.way(False, inner).copy(merge_controls(base, condition.fails))
            )
            exits += [] if failing is None else [failing]
        after: State | None = None
        if condition.truth is not False:
            interp.iterating += 1
            begun = _entered(
                interp, node, frame, condition.way(True, inner).copy(merge_controls(base, condition.holds))
            )
            if begun is not None:
                cells.begin(head, begun)
                after = body(begun)
            interp.iterating -= 1
        frame.loops.pop()
        ends = [*([after] if after is not None else []), *loop.continues]
        if not number and (certain or begins):
            replaced = _replaced(state, [*ends, *loop.breaks])
        if not isinstance(node, ast.While):
            exits = list(ends)
            if not certain:
                exits.append(head.copy(base if number else merge_controls(base, _skipped(node, empty))))
        following = _following(head, ends, base, condition)
        if following is None:
            break
        if not is_settled:
            following = cells.opened(head, widened(head, following))
            following.cost = ZERO
            is_settled = following.same_as(head)
            if not is_settled:
                del frame.returns[returned:]
                head = following
                continue
        back = join_states(ends, base)
        if any(cells.grows(place, head, back) for place in places):
            cells.forget_size()
        before = cells.rounds, cells.moved
        cells.read(head, back)
        if (
            is_quick
            or refinements >= _MAX_REFINEMENTS
            or (all(end.cost == ZERO for end in ends) and not interp.recorded)
        ):
            break  # where its cells are is told without another iteration
        is_inexact = not refinements and interp.met_loop
        if not is_inexact and ((cells.rounds, cells.moved) == before or not cells.moved):
            break
        placed = cells.placed(head, back)
        placed.cost = ZERO
        if not is_inexact and placed.same_as(head):
            break
        interp.is_quick = False
        refinements += 1
        del frame.returns[returned:]
        head = placed
    else:
        raise Exhausted
    recorded, interp.recorded = interp.recorded, outer_recorded
    interp.loop_depth -= 1
    interp.is_quick, interp.met_loop = is_quick, True
    cap: Cost | None = None
    if not is_quick and any(end.cost != ZERO for end in ends) and not interp.lost:
        one_by_one = _one_by_one(interp, node, frame, state, enter, body, cells, elements)
        if one_by_one is not None:
            cells.rounds = cells.earlier = constant(one_by_one[0])
            cap = one_by_one[1]
        elif cells.rounds is None and isinstance(node, ast.While):

            def iteration(begun: State) -> tuple[list[State], list[State]]:
                return _apart(interp, frame, lambda: _iteration(interp, node, frame, begun, enter, body, cells))

            cap = amortised(interp, node, frame, state, head, iteration)
            if cap is not None and cap.grows:
                interp.growing.append(node)
    whole = ends
    if begins and exits and ends and isinstance(node, ast.While):
        # the first round is certain, so that only what a round leaves comes to the test that ends the loop
        left_by_all = join_states(ends, base)
        left_by_all.cost = ZERO
        last, condition = enter(left_by_all, cells)
        failing = refine(
            interp, node.test, False, frame, condition.way(False, last).copy(merge_controls(base, condition.fails))
        )
        exits = [] if failing is None else [failing]
        whole = exits
    for state_left in (*exits, *loop.breaks):
        _drop(replaced, state_left)
    place = None if frame.activity is None else frame.activity.site
    _charge(interp, place or node, cells, state, (ends, whole), [*exits, *loop.breaks], recorded, sites, cap=cap)
    if interp.traces.asks > asks:
        interp.traces.leaving.update(loop.leaving, [node.test] if isinstance(node, ast.While) else [])
    end = _leave(interp, node, frame, state, loop, exits, base)
    if end is not None and not loop.breaks and interp.exits == left:
        end.controls = base  # there is no other way out
    return end


def _ordered_cells(test: ast.expr, frame: Frame) -> tuple[tuple[NumericCell, NumericCell, int], ...]:
    """The variables that a test holds in order, the smaller one first."""
    found: list[tuple[NumericCell, NumericCell, int]] = []
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
    for part in parts:
        if not isinstance(part, ast.Compare):
            continue
        for left, op, right in zip([part.left, *part.comparators[:-1]], part.ops, part.comparators, strict=True):
            if isinstance(op, ast.Gt | ast.GtE):
                left, right = right, left  # noqa: PLW2901
            if not (isinstance(left, ast.Name) and isinstance(right, ast.Name) and isinstance(op, _ORDERS)):
                continue
            found.append((_cell(left.id, frame), _cell(right.id, frame), int(isinstance(op, ast.Lt | ast.Gt))))
    return tuple(found)


def _cell(name: str, frame: Frame) -> NumericCell:
    owner = frame.owner_of(name)
    return "number", (-1 if owner is None else owner.number, name)


_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def _one_by_one(
    interp: Interpreter, node: ast.AST, frame: Frame, state: State,
    enter: Callable[[State, LoopCells], tuple[State, Condition]], body: Callable[[State], State | None],
    cells: LoopCells, elements: list[Value] | None,
) -> tuple[int, Cost] | None:  # fmt: skip
    """Run a short loop iteration by iteration, where that may tell more than its trip count."""
    if isinstance(node, ast.While):
        if cells.rounds is not None or any(isinstance(part, _LOOPS) for one in node.body for part in ast.walk(one)):
            return None

        def begin(current: State, _: int) -> tuple[State, Condition] | None:
            begun, condition = enter(current, cells)
            if condition.truth is False:
                return begun, condition
            way = _entered(interp, node, frame, condition.way(True, begun).copy())
            return (begun, Condition(False)) if way is None else (way, Condition(True))

        return _unrolled(interp, frame, state, begin, body)
    if elements is None or not isinstance(node, ast.For | ast.AsyncFor) or not _is_told_apart(interp, node):
        return None

    def take(current: State, number: int) -> tuple[State, Condition] | None:
        if number >= len(elements):
            return None
        interp.assign(node.target, elements[number], frame, current, node)
        return current, Condition(None)

    return _unrolled(interp, frame, state, take, body)


def _iteration(
    interp: Interpreter, node: ast.While, frame: Frame, head: State,
    enter: Callable[[State, LoopCells], tuple[State, Condition]], body: Callable[[State], State | None],
    cells: LoopCells,
) -> tuple[list[State], list[State]]:  # fmt: skip
    """One iteration by itself: the states at the back edge, and those in which it is left otherwise."""
    loop = Loop()
    head.cost = ZERO
    frame.loops.append(loop)
    begun, condition = enter(head, cells)
    left: list[State] = [begun]
    after: State | None = None
    if condition.truth is not False:
        way = _entered(interp, node, frame, condition.way(True, begun.copy()))
        after = None if way is None else body(way)
    frame.loops.pop()
    return [*([after] if after is not None else []), *loop.continues], [*left, *loop.breaks, *interp.recorded]


def _apart(interp: Interpreter, frame: Frame, run: Callable[[], _Made]) -> _Made:
    """Run something of which nothing else is kept."""
    recorded, reached, depth = interp.recorded, interp.reached, interp.loop_depth
    returned, prompts = len(frame.returns), {call: len(found) for call, found in interp.prompts.items()}
    interp.recorded, interp.loop_depth, interp.iterating = [], depth + 1, interp.iterating + 1
    made = run()
    interp.recorded, interp.reached, interp.loop_depth = recorded, reached, depth
    interp.iterating -= 1
    del frame.returns[returned:]
    for call, found in interp.prompts.items():
        del found[prompts.get(call, 0) :]
    return made


_Begin = Callable[[State, int], tuple[State, Condition] | None]
"""Begins the iteration of a number; nothing where there are no more."""


def _unrolled(
    interp: Interpreter, frame: Frame, state: State, begin: _Begin, body: Callable[[State], State | None]
) -> tuple[int, Cost] | None:
    """Run a loop iteration by iteration: how many there are, and what the most expensive path through them costs.

    Nothing else of it is kept. There is nothing to say where the iterations are many.
    """
    recorded, reached, depth = interp.recorded, interp.reached, interp.loop_depth
    returned, prompts = len(frame.returns), {call: len(found) for call, found in interp.prompts.items()}
    interp.recorded, interp.loop_depth, interp.iterating = [], depth + 1, interp.iterating + 1
    current = state.copy()
    current.cost = ZERO
    cost: Cost = ZERO
    count: int | None = None
    for done in range(_UNROLLED + 1):
        loop = Loop()
        frame.loops.append(loop)
        begun = begin(current.copy(), done)
        after: State | None = None
        if begun is not None and begun[1].truth is not False:
            after = body(begun[1].way(True, begun[0]).copy())
        frame.loops.pop()
        ends = [*([after] if after is not None else []), *loop.continues]
        for one in (*ends, *loop.breaks, *([] if begun is None else [begun[0]])):
            cost = larger(cost, one.cost)
        if not ends:
            count = done + (begun is not None and begun[1].truth is not False)
            break
        current = plain_join(ends, state.controls)
    for one in interp.recorded:
        cost = larger(cost, one.cost)
    interp.recorded, interp.reached, interp.loop_depth = recorded, reached, depth
    interp.iterating -= 1
    del frame.returns[returned:]
    for call, found in interp.prompts.items():
        del found[prompts.get(call, 0) :]
    return None if count is None else (count, cost)


def _is_told_apart(interp: Interpreter, node: ast.For | ast.AsyncFor) -> bool:
    """Whether what a loop does may differ from element to element: its target decides, counts, or is called."""
    known = interp.effects.get(node)
    if known is None:
        names = {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
        known = any(_names(part) & names for part in _deciding(node.body))
        interp.effects[node] = known
    return known


def _deciding(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """The expressions of a body that say what is run, and how often."""
    for part in (part for statement in body for part in ast.walk(statement)):
        match part:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
                yield test
            case ast.For(iter=iterable) | ast.comprehension(iter=iterable):
                yield iterable
                yield from getattr(part, "ifs", ())
            case ast.BoolOp() | ast.Subscript() | ast.Match():
                yield part
            case ast.Call(func=ast.Name(), args=args):
                yield from (one for one in args if isinstance(one, ast.Name))
            case ast.Call(func=function):
                yield function


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


_LOOPS = (ast.While, ast.For, ast.AsyncFor)
_UNROLLED = 12


def repeat(
    interp: Interpreter, node: ast.AST, state: State, times: Interval, body: Callable[[State], None],
    kind: ReasonKind = ReasonKind.UNBOUNDED_LOOP, iterables: Collection[Value] = (),
) -> None:  # fmt: skip
    """Run what a library function or a comprehension runs so many times; ``state`` is what it is afterwards.

    Where it makes one of the ``iterables`` longer, the times say nothing.

    Raises:
        NeverReturnsError: the first time certainly takes place and never ends.
    """
    if times.high == ZERO:
        return
    places = [
        item.payload.place for value in iterables for item in value.values() if isinstance(item.payload, Reference)
    ]
    first = state.copy()
    first.cost = ZERO
    outer_recorded, interp.recorded = interp.recorded, []
    sites, depth = len(interp.sites), interp.loop_depth
    interp.loop_depth += 1
    is_quick, interp.is_quick = interp.is_quick, interp.is_quick or times.high != ONE
    interp.met_loop = False
    try:
        body(first)
        is_over = False
    except NeverReturnsError:
        is_over = True
    changes_nothing = not is_over and first.cost == ZERO and first.same_as(state) and not interp.recorded
    if changes_nothing:
        interp.recorded, interp.loop_depth, interp.is_quick = outer_recorded, depth, is_quick
        return
    cells = LoopCells(state, interp.next_loop(), times.high)
    is_once = times.high == ONE and not any(
        may_be_longer(first.heap.get(place), found)
        for place in places
        if isinstance(found := state.heap.get(place), Sequence)
    )
    head, back = state.copy(), None if is_over else first
    head.cost = ZERO
    is_settled = refinements = 0
    for _ in range(0 if is_once or is_over else _MAX_PASSES):
        assert back is not None
        if not is_settled:
            following = cells.opened(head, widened(head, plain_join([head, back], state.controls)))
            following.cost = ZERO
            is_settled = int(following.same_as(head))
            head = following
        if is_settled:
            before = cells.rounds, cells.moved
            if any(cells.grows(place, head, back) for place in places):
                cells.forget_size()
            cells.read(head, back)
            is_inexact = not refinements and interp.met_loop and (back.cost != ZERO or bool(interp.recorded))
            if is_quick or refinements >= _MAX_REFINEMENTS:
                break
            if not is_inexact and ((cells.rounds, cells.moved) == before or not cells.moved):
                break
            placed = cells.placed(head, back)
            placed.cost = ZERO
            if not is_inexact and placed.same_as(head):
                break
            interp.is_quick = False
            refinements, head = refinements + 1, placed
        back = head.copy()
        interp.recorded, interp.met_loop = [], False
        try:
            body(back)
        except NeverReturnsError:
            back = None
            break
    else:
        if not (is_once or is_over):
            raise Exhausted
    recorded, interp.recorded, interp.loop_depth = interp.recorded, outer_recorded, depth
    interp.is_quick, interp.met_loop = is_quick, True
    exits = [] if back is None else [back]
    if not times.is_positive:
        skipped = state.copy()
        skipped.cost = ZERO
        exits.append(skipped)
    ends = [] if back is None else [back]
    _charge(interp, node, cells, state, (ends, ends), exits, recorded, sites, kind)
    if not exits:
        raise NeverReturnsError
    state.become(plain_join(exits, state.controls))


def _charge(
    interp: Interpreter, node: ast.AST, cells: LoopCells, start: State, completed: tuple[list[State], list[State]],
    exits: list[State], recorded: list[State], sites: int, kind: ReasonKind = ReasonKind.UNBOUNDED_LOOP,
    cap: Cost | None = None,
) -> None:  # fmt: skip
    """Count the solver calls of all iterations in every state that leaves the loop.

    ``completed`` are the states at the back edge, and those that leave the loop after a whole iteration.
    """
    ends, whole = completed
    each: Cost = ZERO
    for end in ends:
        each = larger(each, end.cost)
    site = interp.sites[sites] if len(interp.sites) > sites else None
    reason = Reason(kind, node, _MESSAGES[kind], site)
    if each != ZERO and cells.rounds is not None and cells.rounds.grows:
        interp.growing.append(node)
    seen: set[int] = set()
    for left in (*exits, *recorded):
        if id(left) in seen:
            continue
        seen.add(id(left))
        rounds = completed_all = cells.rounds_before(left) if ends else ZERO
        if any(left is one for one in whole):
            counts = [count for count in (rounds, cells.rounds and cells.rounds - ONE) if count is not None]
            rounds = minimum(*counts) if counts else None
            left.cost, completed_all = ZERO if whole is ends else left.cost, rounds and rounds + ONE
        spent = cells.total(each, completed_all, left.cost, reason)
        left.cost = add(start.cost, spent if cap is None else _smaller(spent, cap))
        cells.leave(left, rounds)
        limited(interp.counters, start, left)
    for left in recorded:
        interp.record(left)
    if ends and (not exits or (cells.rounds is None and each != ZERO)):  # it may never end
        stuck = plain_join(ends, start.controls)
        spent = cells.total(each, cells.earlier, ZERO, reason)
        stuck.cost = add(start.cost, spent if cap is None else _smaller(spent, cap))
        cells.leave(stuck, cells.earlier)
        limited(interp.counters, start, stuck)
        interp.record(stuck)


def _smaller(one: Cost, other: Cost) -> Cost:
    if isinstance(one, Endless) or isinstance(other, Endless):
        return other if isinstance(one, Endless) else one
    return minimum(one, other)


def _replaced(before: State, ends: list[State]) -> dict[Cell, Collection[object]]:
    """What certainly no variable holds any more after the first round of a loop, by the variable that held it."""
    found: dict[Cell, Collection[object]] = {}
    held: list[Value] = []
    for cell, value in before.cells.items():
        if any(end.cells.get(cell) is value for end in ends):
            continue
        gone = [key for key in value if not any(key in end.cells.get(cell, NOTHING) for end in ends)]
        if gone and not held:
            held = [value for end in ends for value in _held(end)]
        gone = [key for key in gone if not any(key in other for other in held)]
        if gone:
            found[cell] = gone
    return found


def _held(state: State) -> list[Value]:
    """The values of all variables, and of the parts of all objects that these lead to."""
    held = list(state.cells.values())
    seen: set[Place] = set()
    for value in held:  # which grows on the way
        for item in value.values():
            if isinstance(item.payload, Reference) and item.payload.place not in seen:
                seen.add(item.payload.place)
                held.extend(values_in(state.heap[item.payload.place]))
    return held


def _drop(replaced: Mapping[Cell, Collection[object]], state: State) -> None:
    """Leave out what the first round of a loop replaced for certain."""
    for cell, gone in replaced.items():
        value = state.cells.get(cell, NOTHING)
        kept = {key: item for key, item in value.items() if key not in gone}
        if kept and len(kept) < len(value):
            state.cells[cell] = kept


def _entered(interp: Interpreter, node: ast.AST, frame: Frame, state: State) -> State | None:
    return refine(interp, node.test, True, frame, state) if isinstance(node, ast.While) else state


def _skipped(node: ast.AST, kind: Kind) -> ControlDependence:
    return {node: (1, kind)} if kind is not Kind.NONE else NO_CONTROL


def _following(head: State, ends: list[State], base: ControlDependence, condition: Condition) -> State | None:
    """The state before the next iteration: the one before this, or what this left."""
    if not ends:
        return None
    marks = [condition.fails, *(without(end.controls, base) for end in ends)]
    return join_states([head, *ends], base, marks)


def _leave(
    interp: Interpreter, node: ast.AST, frame: Frame, before: State, loop: Loop,
    exits: list[State], base: ControlDependence,
) -> State | None:  # fmt: skip
    """Where the paths out of a loop meet: its end, and its ``break`` statements."""
    end: State | None = None
    if exits:
        gained: ControlDependence = NO_CONTROL
        for state in exits:
            gained = merge_controls(gained, without(state.controls, base))
        end = join_states(exits, base)
        kind = _exhausted(gained)
        mark: ControlDependence = {node: (1, kind)} if kind is not Kind.NONE else NO_CONTROL
        end.controls = merge_controls(merge_controls(base, gained), mark)
        survivors(before, end, {node: (1, Kind.FAILURE)}, interp.asked)
        chosen_by_leaving(before, end, gained)
        end = interp.execute(getattr(node, "orelse", []), frame, end)
    for state in loop.breaks:
        chosen_by_leaving(before, state, without(state.controls, base))
        state.controls = merge_controls(state.controls, {node: (-1, Kind.NONE)})
    states = [*([end] if end is not None else []), *loop.breaks]
    if not states:
        return None
    met = join_states(states, base)
    own: set[ast.AST] = {node.test} if isinstance(node, ast.While) and not _ran_out(node, exits) else set()
    own |= loop.inner - loop.escaped
    if loop.breaks:
        own.add(node)
    for state in states:
        escapes = {
            place: control for place, control in without(state.controls, base).items() if place not in own
        }  # fmt: skip
        met.controls = merge_controls(met.controls, escapes)
    left = without(met.controls, base)
    if not any(place is not node or kind is Kind.FAILURE for place, (_, kind) in left.items()):
        met.controls = base
    return met


def _ran_out(node: ast.While, exits: list[State]) -> bool:
    """Whether the test of a loop fails because time or attempts ran out."""
    return bool(exits) and exits[0].controls.get(node.test, (0, Kind.NONE))[1] is Kind.FAILURE


def _exhausted(gained: ControlDependence) -> Kind:
    """What it says that a loop ran to its end although tests inside could have left it."""
    kinds = [kind for _, kind in gained.values()]
    if any(kind.of_solver for kind in kinds):
        return Kind.FAILURE
    return max(kinds, default=Kind.NONE)
