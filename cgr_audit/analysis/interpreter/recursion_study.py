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
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.binding import bind
from cgr_audit.analysis.interpreter.heap import sequence_of
from cgr_audit.analysis.interpreter.interpreter import Attempt, Exhausted, Interpreter, NeverReturnsError, Raised
from cgr_audit.analysis.interpreter.objects import HeapObject, Sequence, map_values, replace, values_in
from cgr_audit.analysis.interpreter.recursion import Activation, Run
from cgr_audit.analysis.interpreter.recursion_shares import cost_of_shares
from cgr_audit.analysis.interpreter.state import (
    OLD,
    Heap,
    Place,
    State,
    plain_join,
    refers_to,
    renamed,
    widened,
)
from cgr_audit.analysis.interpreter.trip_counts import ANY_ITERATION, LoopCells
from cgr_audit.analysis.interpreter.values import (
    NO_CONTROL,
    NOTHING,
    UNKNOWN,
    AbstractValue,
    Function,
    Reference,
    Value,
    join,
    known,
    opaque,
)

__all__ = ["call_again", "study"]

_MAX_PASSES = 16
_MAX_REFINEMENTS = 3
_MAX_LEVELS = 24
"""How deep several recursive calls may nest for their number to be calculated."""
_RETURNED = "<returned>"
_HAS_CALLED = "<has called itself>"


def call_again(interp: Interpreter, begun: Activation, function: Function, given: Arguments, state: State) -> Value:
    """A recursive call: it begins the activation that stands for all, and gives what that gives.

    Raises:
        NeverReturnsError: as far as is known, no activation returns.
    """
    interp.traces.cut.add(function.node)
    own = begun.frame.number
    entry = state.copy()
    bind(interp, function, given, begun.frame, entry)
    begun.calls.append(entry)
    if begun.charge is None:
        raise NeverReturnsError
    caller = state.copy()
    begun.callers.append(caller)
    _settle(begun, entry, state)
    charge = begun.charge(entry)
    entry.cells[own, _HAS_CALLED] = known(False)
    entry.cost = add(entry.cost, charge)
    if begun.raised is not None:
        _raise(interp, begun, state, caller, add(state.cost, charge))
    if begun.end is None:
        raise NeverReturnsError
    after = _after(begun, begun.end, state, caller)
    state.cells, state.heap, state.cost = after.cells, after.heap, add(state.cost, charge)
    return state.cells.pop((own, _RETURNED))


def _after(begun: Activation, end: State, state: State, caller: State) -> State:
    """The state in which the caller goes on, or what it does is interrupted, from how an activation ends."""
    own = begun.frame.number
    if begun.leaves_alone:
        cells, heap = caller.cells, {place: found for place, found in caller.heap.items() if own <= place[1] < OLD}
    else:
        cells, heap = state.cells, {}
        for parameter in begun.moving:
            place = (parameter, own)
            cells = {cell: renamed(value, place, (parameter, own + OLD)) for cell, value in cells.items()}
    cells = {cell: value for cell, value in cells.items() if cell[0] >= own}
    if begun.frame.is_shared:  # one that lives on may have changed the variables of the caller
        cells = {cell: join(value, end.cells.get(cell, NOTHING)) for cell, value in cells.items()}
    cells[own, _HAS_CALLED] = known(True)
    return State({**end.cells, **cells}, Heap({**end.heap, **heap}), state.controls)


def _raise(interp: Interpreter, begun: Activation, state: State, caller: State, cost: Cost) -> None:
    """A recursive call may raise what any activation raises."""
    assert begun.raised is not None
    left = _after(begun, begun.raised, state, caller)
    value = left.cells.pop((begun.frame.number, _RETURNED))
    left.cost = cost
    interp.record(left)
    for attempt in interp.attempts:
        attempt.states.append(left)
    if value and interp.attempts:
        interp.attempts[-1].raised.append(Raised(value, left))


def _settle(begun: Activation, entry: State, caller: State) -> None:
    """Name the object that a parameter is bound to by the parameter; all else of the activation becomes earlier."""
    own = begun.frame.number
    places: dict[Place, Value] = {(one, own): entry.cells.get((own, one.arg), NOTHING) for one in begun.moving}
    moved = [place for place, value in places.items() if _only_place(value) != place]
    for state in (entry, caller):
        for place in moved:
            if place in state.heap:
                state.age(place)
    for place in moved:
        _name(place, entry, caller)
    for state in (entry, caller):
        _age(state, own, places)


def _age(state: State, own: int, kept: Iterable[Place] = ()) -> None:
    """What the activation, or one that it called, has made was made earlier."""
    for place in [found for found in state.heap if own <= found[1] < OLD and found not in kept]:
        state.age(place)


def _only_place(value: Value) -> Place | None:
    payload = next(iter(value.values())).payload if len(value) == 1 else None
    return payload.place if isinstance(payload, Reference) else None


def _name(place: Place, entry: State, *others: State) -> bool:
    """Name what a parameter is bound to by the parameter; whether that can be done."""
    parameter, own = place
    assert isinstance(parameter, ast.arg)
    value = entry.cells.get((own, parameter.arg), NOTHING)
    source = _only_place(value)
    is_list = source is not None and isinstance(entry.heap[source], Sequence)
    if source is not None and is_list and source[1] < OLD and not isinstance(source[0], ast.arg):
        for state in (entry, *others):
            _rename(state, source, place)
        return True
    if value and all(item.size is not None for item in value.values()):
        found = [sequence_of(item, entry) for item in value.values()]
        whole = plain_join(
            [
                State({}, Heap({place: replace(one, kind="list", items=None, rest=one.any)}), NO_CONTROL)
                for one in found
            ],
            NO_CONTROL,
        )
        entry.heap[place] = whole.heap[place]
        first = next(iter(value.values()))
        made = AbstractValue(Reference(place), 0, first.controls, trail=first.trail)
        entry.cells[own, parameter.arg] = {made.key: made}
        return True
    entry.heap[place] = Sequence("list", None, opaque(UNKNOWN), extent=ANY_SIZE)
    return False


def _rename(state: State, source: Place, place: Place) -> None:
    if source not in state.heap:
        return
    state.heap[place] = state.heap.pop(source)
    for cell, value in state.cells.items():
        state.cells[cell] = renamed(value, source, place)
    for other, held in state.heap.items():
        if any(refers_to(item.payload, source) for value in values_in(held) for item in value.values()):
            state.heap[other] = map_values(held, held, lambda _, value: renamed(value, source, place))


def study(interp: Interpreter, begun: Activation, run: Run, state: State) -> Value:
    """Let one activation stand for all that a call begins; ``state`` becomes the one in which the call returns.

    Raises:
        NeverReturnsError: no activation returns.
    """
    node, own, start = begun.function.node, begun.frame.number, begun.start
    begun.moving = _moving(begun)
    begun.frame.is_shared = node in interp.holders
    at = Index(interp.next_loop(), ANY_ITERATION)
    begun.charge = lambda _: Bound((((at,), 1),))
    start.cells[own, _HAS_CALLED] = known(False)
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
    site = interp.sites[sites] if len(interp.sites) > sites else None
    message = "nothing bounds how deep this function calls itself"
    reason = Reason(ReasonKind.UNBOUNDED_RECURSION, node, message, site)
    interrupted = [*around.states, *(one.state for one in around.raised)]
    total = _total(begun, cells, at, [*ways, *begun.calls, *recorded], reason)
    if isinstance(total, Endless) and total.reasons == {reason}:
        total = cost_of_shares(interp, begun, settled, run) or total
    begun.charge, begun.frame.returns, interp.recorded = None, returns, outer
    interp.lengths.pop()
    interp.iterating -= 1
    interp.loop_depth -= 1
    if isinstance(total, Bound) and total.grows:
        interp.growing.append(node)
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
    ended.cells.pop((own, _HAS_CALLED), None)
    state.become(ended)
    return value


def _moving(begun: Activation) -> tuple[ast.arg, ...]:
    """The parameters that a recursive call binds to other objects with a length, in the order of the parameters."""
    node, own, start = begun.function.node.args, begun.frame.number, begun.start
    found: list[ast.arg] = []
    for parameter in (*node.posonlyargs, *node.args, *node.kwonlyargs):
        cell = (own, parameter.arg)
        value = start.cells.get(cell, NOTHING)
        changes = any(call.cells.get(cell, NOTHING).keys() != value.keys() for call in begun.calls)
        if changes and (parameter, own) not in start.heap and _name((parameter, own), start):
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
    end.cells[own, _RETURNED] = value
    _age(end, own)
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
        held = way.cells.get((begun.frame.number, _HAS_CALLED), NOTHING)
        calls_on = {item.payload.constant for item in held.values()} == {True}  # type: ignore[union-attr]
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
