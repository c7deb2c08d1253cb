"""Loops: run the body to its fixpoint, count its iterations, and multiply the cost of one by their number."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection

from cgr_audit.analysis.domains.cost import Cost, Reason, ReasonKind, add, cheaper, larger
from cgr_audit.analysis.domains.intervals import Interval
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, Bound, constant, minimum
from cgr_audit.analysis.interpreter.amortised import amortised
from cgr_audit.analysis.interpreter.consumption import may_be_longer
from cgr_audit.analysis.interpreter.counters import limited
from cgr_audit.analysis.interpreter.heap import deep_taint
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, Loop, NeverReturnsError
from cgr_audit.analysis.interpreter.leaving_loops import drop, leave, replaced_by, skipped
from cgr_audit.analysis.interpreter.loop_body import Enter, LoopBody, Round, apart
from cgr_audit.analysis.interpreter.loop_head import LoopHead
from cgr_audit.analysis.interpreter.objects import Sequence
from cgr_audit.analysis.interpreter.state import Cell, Place, State, join_states, plain_join, without
from cgr_audit.analysis.interpreter.trip_counts import LoopCells, NumericCell
from cgr_audit.analysis.interpreter.unrolling import unrolled_cost
from cgr_audit.analysis.interpreter.values import (
    FIRST_MARK,
    ITEM,
    NO_CONTROL,
    Kind,
    Value,
    merge_controls,
    places_of,
)

__all__ = ["iterate", "repeat", "unbounded_kind"]

_MESSAGES = {
    ReasonKind.UNBOUNDED_LOOP: "unbounded solver calls in this loop",
    ReasonKind.ITEM_LENGTH: "as many solver calls in this loop as the item's text has parts",
    ReasonKind.NOT_FOLLOWED: "outside code may call the solver any number of times",
}


def iterate(
    interp: Interpreter, node: ast.AST, frame: Frame, state: State, enter: Enter,
    body: Callable[[State], State | None], *,
    certain: bool, empty: Kind, size: Bound | None = None, places: Collection[Place] = (),
    below: tuple[tuple[NumericCell, NumericCell, int], ...] = (), elements: list[Value] | None = None,
    kind: ReasonKind = ReasonKind.UNBOUNDED_LOOP,
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
        elements: the elements, where they are known and few; where the body changes one of ``places``, they are not.
        kind: why there is no bound, where there is none.
    """
    base, asks, left = state.controls, interp.traces.asks, interp.exits
    sites, growths = len(interp.sites), interp.growths
    cells = LoopCells(state, interp.next_loop(), size, below=below)
    whole = LoopBody(interp, node, frame, enter, body, cells)
    head = LoopHead(interp, cells, state, places, is_quick=True)
    ran, certain, replaced = _settle(whole, head, state, certain=certain)
    recorded = head.leave()
    cells.has_grown |= interp.growths > growths
    exits, ends = [] if ran.failing is None else [ran.failing], ran.ends
    if not isinstance(node, ast.While):
        exits = list(ends)
        if not certain:
            exits.append(head.state.copy(base if head.has_moved else merge_controls(base, skipped(node, empty))))
    if any(end.heap.get(place) is not state.heap.get(place) for end in ends for place in places):
        elements = None
    cap = _cap(whole, head, state, ran, elements)
    completed = ends
    if certain and exits and ends and isinstance(node, ast.While):
        # the first round is certain, so the final test sees only states at the back edge
        failing = whole.failing(*whole.begin(join_states(ends, base).cost_free()), base)
        exits = completed = [] if failing is None else [failing]
    for state_left in (*exits, *ran.loop.breaks):
        drop(replaced, state_left)
    place = None if frame.activity is None else frame.activity.site
    _charge(
        interp, place or node, cells, state, (ends, completed), [*exits, *ran.loop.breaks], recorded, sites, kind, cap
    )
    if interp.traces.asks > asks:
        interp.traces.leaving.update(ran.loop.leaving, [node.test] if isinstance(node, ast.While) else [])
    end = leave(interp, node, frame, state, ran.loop, exits, base)
    if end is not None and not ran.loop.breaks and interp.exits == left:
        end.controls = base  # there is no other way out
    return end


def _settle(
    whole: LoopBody, head: LoopHead, state: State, *, certain: bool
) -> tuple[Round, bool, dict[Cell, Collection[object]]]:
    """Run the body to its fixpoint: the last round, whether the first is certain, and what that one replaces."""
    interp, base, loop = whole.interp, state.controls, Loop()
    replaced: dict[Cell, Collection[object]] = {}
    while True:
        head.begin()
        loop = Loop(inner=loop.inner, escaped=loop.escaped, leaving=loop.leaving)
        returned = len(whole.frame.returns)
        ran = whole.run(head.state, base, loop)
        ends = ran.ends
        if not head.has_moved:
            certain = certain or ran.condition.truth is True
            replaced = replaced_by(state, [*ends, *loop.breaks]) if certain else {}
        marks = [ran.condition.fails, *(without(end.controls, base) for end in ends)]
        counts = any(end.cost != ZERO for end in ends) or bool(interp.recorded)
        if not ends or not head.moves(ends, base, marks, counts=counts):
            return ran, certain, replaced
        del whole.frame.returns[returned:]


def _cap(whole: LoopBody, head: LoopHead, state: State, ran: Round, elements: list[Value] | None) -> Cost | None:
    """An upper bound of what all iterations cost together that does not come from their number."""
    interp, node, cells = whole.interp, whole.node, whole.cells
    if head.was_quick or interp.lost or all(end.cost == ZERO for end in ran.ends):
        return None
    counted = unrolled_cost(whole, state, elements)
    if counted is not None:
        cells.rounds = cells.earlier = constant(counted[0])
        return counted[1]
    if cells.rounds is not None or not isinstance(node, ast.While):
        return None

    def iteration(begun: State) -> tuple[list[State], list[State]]:
        with apart(interp, whole.frame):
            once = whole.run(begun.cost_free(), state.controls, Loop())
            return once.ends, [once.begun, *once.loop.breaks, *interp.recorded]

    cap = amortised(interp, node, whole.frame, state, head.state, iteration)
    if cap is not None and cap.grows:
        interp.growing.append(node)
    return cap


def unbounded_kind(size: int, element: Value, state: State) -> ReasonKind:
    """Why a loop has no bound, where the number of its elements depends on ``size`` and is not known."""
    is_of_item = size % FIRST_MARK == deep_taint(element, state) % FIRST_MARK == ITEM
    return ReasonKind.ITEM_LENGTH if is_of_item else ReasonKind.UNBOUNDED_LOOP


def repeat(
    interp: Interpreter, node: ast.AST, state: State, times: Interval, body: Callable[[State], None],
    kind: ReasonKind = ReasonKind.UNBOUNDED_LOOP, iterables: Collection[Value] = (),
) -> None:  # fmt: skip
    """Run a callback or a comprehension so many times; changes ``state`` to the state afterwards.

    If it makes one of the ``iterables`` longer, the number of times is unknown.

    Raises:
        NeverReturnsError: the first time certainly takes place and never ends.
    """
    if times.high == ZERO:
        return
    places = [place for value in iterables for place in places_of(value)]
    cells, sites = LoopCells(state, interp.next_loop(), times.high), len(interp.sites)
    growths = interp.growths
    head = LoopHead(interp, cells, state, places, is_quick=interp.is_quick or times.high != ONE, builds=True)
    back = _once(interp, body, head.state.copy())
    if back is not None and back.cost == ZERO and not interp.recorded and back.same_as(state):
        head.leave()
        return  # it changes nothing
    is_once = times.high == ONE and not any(_grows(place, state, back) for place in places)
    while back is not None and not is_once:
        counts = back.cost != ZERO or bool(interp.recorded)
        if not head.moves([back], state.controls, [NO_CONTROL, NO_CONTROL], counts=counts):
            break
        head.begin()
        back = _once(interp, body, head.state.copy())
    recorded = head.leave()
    cells.has_grown |= interp.growths > growths
    exits = ends = [] if back is None else [back]
    if not times.is_positive:
        exits = [*ends, state.cost_free()]
    _charge(interp, node, cells, state, (ends, ends), exits, recorded, sites, kind)
    if not exits:
        raise NeverReturnsError
    state.become(plain_join(exits, state.controls))


def _grows(place: Place, before: State, after: State | None) -> bool:
    found = before.heap.get(place)
    return after is not None and isinstance(found, Sequence) and may_be_longer(after.heap.get(place), found)


def _once(interp: Interpreter, body: Callable[[State], None], begun: State) -> State | None:
    """Run a body: the state that it leaves, or nothing if it never ends."""
    try:
        body(begun)
    except NeverReturnsError as error:
        interp.raises(error, begun)
        return None
    return begun


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
    if kind is ReasonKind.ITEM_LENGTH and cells.has_grown:
        kind = ReasonKind.UNBOUNDED_LOOP
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
        left.cost = add(start.cost, spent if cap is None else cheaper(spent, cap))
        cells.leave(left, rounds)
        limited(interp.counters, start, left)
    for left in recorded:
        interp.record(left)
    if ends and cells.rounds is None and each == ZERO:
        interp.record(start.copy())  # it may never end
    if ends and (not exits or (cells.rounds is None and each != ZERO)):
        stuck = plain_join(ends, start.controls)
        spent = cells.total(each, cells.earlier, ZERO, reason)
        stuck.cost = add(start.cost, spent if cap is None else cheaper(spent, cap))
        cells.leave(stuck, cells.earlier)
        limited(interp.counters, start, stuck)
        interp.record(stuck)
