"""One activation that stands for all activations of a recursive function.

It begins in any state in which a recursive call begins one (the head), and a recursive call gives what any activation
gives (the end); both are widened to a fixpoint. The head is read like that of a loop: how far an activation moves its
numbers and sizes before it calls itself bounds how deep the calls nest, and what they cost together.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import reduce

from cgr_audit.analysis.domains.cost import Cost, Endless, Reason, ReasonKind, add, larger
from cgr_audit.analysis.domains.intervals import ANY_SIZE
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, Bound, Index, constant, maximum
from cgr_audit.analysis.interpreter.interpreter import Attempt, Exhausted, Interpreter, NeverReturnsError
from cgr_audit.analysis.interpreter.objects import HeapObject, Sequence, replace
from cgr_audit.analysis.interpreter.recursion import Activation, Run
from cgr_audit.analysis.interpreter.recursion_shares import cost_of_shares
from cgr_audit.analysis.interpreter.recursive_calls import HAS_CALLED, RETURNED, age, name_object
from cgr_audit.analysis.interpreter.state import OLD, Heap, State, plain_join, widened, without
from cgr_audit.analysis.interpreter.trip_counts import ANY_ITERATION, LoopCells
from cgr_audit.analysis.interpreter.values import (
    NO_CONTROL,
    NOTHING,
    Constant,
    ControlDependence,
    Kind,
    Opaque,
    Value,
    join_all,
    known,
    single,
)

__all__ = ["study"]

_MAX_PASSES = 16
_MAX_REFINEMENTS = 3
_MAX_LEVELS = 24
"""How deep several recursive calls may nest for their number to be calculated."""


def study(  # noqa: PLR0915  one fixpoint, to be read in one place
    interp: Interpreter, begun: Activation, run: Run, state: State
) -> Value:
    """Let one activation stand for all that a call begins; ``state`` becomes the one in which the call returns.

    Raises:
        NeverReturnsError: no activation returns.
    """
    node, own, start = begun.function.node, begun.frame.number, begun.start
    begun.moving = _moving(begun)
    begun.frame.is_shared = node in interp.holders
    at = Index(interp.next_loop(), ANY_ITERATION)
    begun.charge = lambda _: Bound((((at,), 1),))
    start.cells[own, HAS_CALLED] = known(False)
    cells = LoopCells(start, interp.next_loop(), None)
    head = start.copy()
    sites, outer, attempts = len(interp.sites), interp.recorded, interp.attempts
    interp.loop_depth += 1
    interp.iterating += 1
    interp.lengths.append(None)
    cells.take_positive()
    settled, is_settled, refinements = head, False, 0
    for number in range(_MAX_PASSES):
        head.cost = ZERO
        begun.calls, begun.callers, interp.recorded = [], [], []
        ended, around = head.copy(), Attempt(depth=interp.loop_depth)
        interp.attempts = [around]
        value, ways = run(ended)
        if begun.leaves_alone and not _leaves_alone(begun, head, [*begun.callers, *ways]):
            begun.leaves_alone, is_settled = False, False
            continue
        if not is_settled:
            known_end, known_raised = begun.end, begun.raised
            if value is not None:
                begun.end = _taken_in(begun, cells, begun.end, ended, value)
            for state_left, raised in _raised(around):
                begun.raised = _taken_in(begun, cells, begun.raised, state_left, raised)
            is_settled = _is_as(begun.end, known_end) and _is_as(begun.raised, known_raised)
            if begun.calls:
                following = plain_join([head, *begun.calls], start.controls)
                if number:
                    cells.keep_positive(begun.calls)
                following = cells.opened(head, widened(head, following))
                is_settled, head = is_settled and following.same_as(head), following
            if not is_settled:
                continue
        if not begun.calls:
            break
        settled = head if not refinements else settled
        before = cells.rounds, cells.moved
        cells.read(head, plain_join(begun.calls, start.controls))
        if refinements >= _MAX_REFINEMENTS or (cells.rounds, cells.moved) == before or not cells.moved:
            break
        placed = cells.placed(head, plain_join(begun.calls, start.controls))
        if placed.same_as(head):
            break
        refinements, head = refinements + 1, placed
    else:
        raise Exhausted
    recorded, returns = interp.recorded, list(begun.frame.returns)
    interrupted = [*around.states, *(one.state for one in around.raised)]
    total = _priced(interp, begun, cells, at, settled, run, ways, sites)
    begun.charge, begun.frame.returns, interp.recorded = None, returns, outer
    interp.lengths.pop()
    interp.iterating -= 1
    interp.loop_depth -= 1
    for attempt in attempts:
        attempt.states.extend(around.states)
    if attempts:
        attempts[-1].raised.extend(around.raised)
    for left in (ended, *recorded, *interrupted, *(record.state for record in returns)):
        left.cost = add(state.cost, total)
        cells.clean(left, start)
    for left in recorded:
        interp.record(left)
    if value is None:
        interp.record(ended)
        raise NeverReturnsError
    ended.cells.pop((own, HAS_CALLED), None)
    state.become(ended)
    return _chosen_by_depth(begun, value)


def _chosen_by_depth(begun: Activation, value: Value) -> Value:
    """What activations compute, chosen by the tests that decide how deep they nest."""
    led = (without(call.controls, begun.start.controls).values() for call in begun.calls)
    strongest = max((kind for controls in led for _, kind in controls), default=Kind.NONE)
    if strongest is Kind.NONE:
        return value
    mark: ControlDependence = {begun.function.node: (1, Kind.CONTENT if strongest.of_solver else strongest)}
    return join_all(
        single(item.under(mark) if isinstance(item.payload, Opaque) else item) for item in value.values())  # fmt: skip


def _priced(
    interp: Interpreter, begun: Activation, cells: LoopCells, at: Index, head: State, run: Run, ways: list[State],
    sites: int,
) -> Cost:  # fmt: skip
    """What the first activation costs with all that it begins, by how deep they nest or by what they share."""
    site = interp.sites[sites] if len(interp.sites) > sites else None
    message = "unbounded recursion of this function"
    reason = Reason(ReasonKind.UNBOUNDED_RECURSION, begun.function.node, message, site)
    total = _total(begun, cells, at, [*ways, *begun.calls, *interp.recorded], reason)
    if isinstance(total, Endless) and total.reasons == {reason}:
        total = cost_of_shares(interp, begun, head, run) or total
    if isinstance(total, Bound) and total.grows:
        interp.growing.append(begun.function.node)
    return total


def _moving(begun: Activation) -> tuple[ast.arg, ...]:
    """The parameters that a recursive call binds to other objects with a length, in the order of the parameters."""
    node, own, start = begun.function.node.args, begun.frame.number, begun.start
    found: list[ast.arg] = []
    for parameter in (*node.posonlyargs, *node.args, *node.kwonlyargs):
        cell = (own, parameter.arg)
        value = start.cells.get(cell, NOTHING)
        changes = any(call.cells.get(cell, NOTHING).keys() != value.keys() for call in begun.calls)
        if changes and (parameter, own) not in start.heap and name_object((parameter, own), start):
            found.append(parameter)
    return tuple(found)


def _leaves_alone(begun: Activation, head: State, states: Iterable[State]) -> bool:
    """Whether the objects that an activation was given are, up to some states, as it was given them."""
    own = begun.frame.number
    for state in states:
        for place, found in head.heap.items():
            now = state.heap[place]
            if now is found or (begun.end is not None and now is begun.end.heap.get(place)):
                continue
            if place[1] >= own + OLD or (place[1] == own and place[0] in begun.moving and not _is_alike(found, now)):
                return False
    return True


def _is_alike(one: HeapObject, other: HeapObject) -> bool:
    """Whether two objects differ at most in what tests have told of the length."""
    if not (isinstance(one, Sequence) and isinstance(other, Sequence)) or one.extent.offset != other.extent.offset:
        return False
    return replace(one, extent=ANY_SIZE) == replace(other, extent=ANY_SIZE)


def _raised(around: Attempt) -> Iterable[tuple[State, Value]]:
    """The states in which an activation may be left by an exception, each with what the program raises there."""
    if around.states:
        yield plain_join(around.states, NO_CONTROL), NOTHING
    for one in around.raised:
        yield one.state, one.value


def _is_as(one: State | None, other: State | None) -> bool:
    return one is other or (one is not None and other is not None and one.same_as(other))


def _taken_in(begun: Activation, cells: LoopCells, known_end: State | None, ended: State, value: Value) -> State:
    """What is known of the states in which activations end, with one more."""
    own, nothing = begun.frame.number, State({}, Heap(), NO_CONTROL)
    end = ended.copy(begun.start.controls)
    end.cost = ZERO
    end.cells[own, RETURNED] = value
    age(end, own)
    cells.clean(end, nothing)
    if known_end is None:
        return end
    whole = widened(known_end, plain_join([known_end, end], known_end.controls))
    whole = LoopCells(known_end, cells.token, None).opened(known_end, whole)
    cells.clean(whole, nothing)
    return whole


def _total(begun: Activation, cells: LoopCells, at: Index, ways: list[State], reason: Reason) -> Cost:
    """What all activations cost together."""
    each: Cost = ZERO
    last: Cost = ZERO
    calls = ZERO
    ends: list[tuple[State, Cost]] = []
    for way in ways:
        if isinstance(way.cost, Endless):
            return larger(way.cost, Endless(frozenset({reason}))) if cells.rounds is None else way.cost
        own, often = way.cost.in_terms_of(at)
        calls = maximum(calls, often)
        each = larger(each, own) if often != ZERO else each
        held = way.cells.get((begun.frame.number, HAS_CALLED), NOTHING)
        calls_on = bool(held) and all(item.payload == Constant(bool, True) for item in held.values())
        if way not in begun.calls and not calls_on:
            ends.append((way, own))
            last = larger(last, own)
    if calls in (ZERO, ONE):
        found = [cells.total(each, cells.rounds_before(way), own, reason) for way, own in ends]
        return reduce(larger, found, cells.total(each, cells.rounds, ZERO, reason))
    if each == ZERO and last == ZERO:
        return ZERO
    several, levels = calls.value, None if cells.rounds is None else cells.rounds.value
    if several is None or levels is None or levels > _MAX_LEVELS:
        return Endless(frozenset({reason}))
    assert isinstance(each, Bound)
    assert isinstance(last, Bound)
    each, last = each.without(cells.at, largest=True) or each, last.without(cells.at, largest=True) or last
    inner = sum(several**level for level in range(int(levels)))
    return each * constant(inner) + last * constant(several ** int(levels))
