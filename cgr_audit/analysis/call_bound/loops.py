"""Loops: how often a body runs, what it makes of the values it changes, and what it costs over all rounds.

A loop is not unrolled unless its rounds are few and known. Its body is run once on a state in which everything that it
changes is unknown, but for how far it moves from the beginning of a round to the end. From that movement and from the
tests that a round must pass to go on comes the number of rounds; from both, what each value can be when a round begins;
and the body is run again on that.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from cgr_audit.analysis.call_bound import counters
from cgr_audit.analysis.call_bound.loop_cells import (
    Loop,
    are_same,
    each_cell,
    indexless,
    merged_states,
    moves_of,
    ranges,
    unmoved,
)
from cgr_audit.analysis.call_bound.loop_places import counted_calls, placed_entry, resettled
from cgr_audit.analysis.call_bound.loop_rounds import limit_rounds, rounds_before
from cgr_audit.analysis.call_bound.machine import Machine, Sink, TooLarge
from cgr_audit.analysis.call_bound.state import State, join_states
from cgr_audit.analysis.call_bound.values import Range, Ref
from cgr_audit.analysis.domains.cost import Cost, Endless, Reason, ReasonKind, add, larger, repeated, without_index
from cgr_audit.analysis.domains.polynomials import (
    ONE,
    ZERO,
    Bound,
    constant,
    maximum,
    minimum,
)

__all__ = ["Body", "Round", "run_loop", "run_rounds"]

_PASSES = 12


@dataclass(frozen=True, slots=True)
class Round:
    """Which round of a loop runs."""

    index: Bound
    """How many rounds are done."""


Body = Callable[[State, Round], State | None]
"""Runs one round: from its beginning to where the next may begin. Breaks go to the machine's sink."""


def run_rounds(machine: Machine, state: State, count: int, body: Callable[[State, int], State | None]) -> State | None:
    """Run a known, small number of rounds one after the other; ``break`` joins what is left over."""
    outer, machine.sink = machine.sink, Sink()
    current: State | None = state
    broken: State | None = None
    for number in range(count):
        if current is None:
            break
        machine.sink.continues = None
        current = join_states(body(current, number), machine.sink.continues)
        broken = join_states(broken, machine.sink.breaks)
        machine.sink.breaks = None
    inner, machine.sink = machine.sink, outer
    outer.take(inner)
    outer.breaks = join_states(outer.breaks, broken)
    return current


def run_loop(
    machine: Machine,
    state: State,
    node: ast.AST,
    rounds: Bound | None,
    body: Body,
    *,
    at_least_one: bool = False,
    source: frozenset[Ref] = frozenset(),
    together: Callable[[State], Bound | None] | None = None,
) -> State | None:
    """Run a loop; gives the state in which its iterable is used up.

    Args:
        machine: the machine; breaks, and the states in which a ``while`` test fails, are left in its sink.
        state: before the loop.
        node: the loop, for the reason why there is no bound.
        rounds: the largest number of rounds that its iterable allows, or none; counters may show a smaller one.
        body: one round. For a ``while`` loop it begins with the test.
        at_least_one: whether the first round certainly takes place.
        source: what is iterated over; where the body makes it longer, ``rounds`` says nothing.
        together: what all rounds cost together, from any state in which one begins; asked where nothing bounds them.
    """
    loop = Loop(state, machine.token(), rounds, None if rounds is None else rounds - ONE)
    seen = len(machine.sites_seen)
    entry, back, sink = _discover(machine, loop, loop.tagged, body)
    if back is not None:
        allowed = None if any(_grows(loop, ref) for ref in source) else rounds
        for _ in range(3):
            before, at = (loop.rounds, dict(loop.moved)), loop.at
            limit_rounds(loop, allowed, back)
            placed = placed_entry(loop, entry, back)
            if placed is entry and loop.at == at:
                break
            entry = placed
            back, sink = _pass(machine, loop, entry, body)
            if back is None:
                break
            loop.moved.update(moves_of(loop, entry, back))
            if (loop.rounds, loop.moved) == before:
                break
        if back is not None and machine.limits:
            entry, back, sink = _within_limits(machine, loop, entry, back, sink, body)
    site = machine.sites_seen[seen] if len(machine.sites_seen) > seen else None
    reason = Reason(ReasonKind.UNBOUNDED_LOOP, node, "nothing bounds how often this loop runs", site)
    total = None
    if together is not None and back is not None and loop.rounds is None and back.cost != ZERO:
        total = together(entry)
    return _leave(machine, loop, reason, back, sink, at_least_one, total)


def _within_limits(
    machine: Machine, loop: Loop, entry: State, back: State, sink: Sink, body: Body
) -> tuple[State, State | None, Sink]:
    """Try what the counters are compared with as their limits; kept where a round from below ends below."""
    start = loop.begun
    for cell, limits in machine.limits.items():
        tag, held = loop.moved.get(cell), ranges(entry).get(cell)
        if tag is None or held is None or cell not in start:
            continue
        up = _is_open(held.high) and tag.low is not None and tag.low.is_never_negative and start[cell].high is not None
        down = _is_open(held.low) and tag.high is not None and (tag.high * constant(-1)).is_never_negative
        if not up and not (down and start[cell].low is not None):
            continue
        for limit in sorted(limits, key=lambda bound: bound.key):
            tried = each_cell(entry, lambda at, value: _capped(value, start[cell], limit, up) if at == cell else value)  # noqa: B023
            ended, left = _pass(machine, loop, tried, body)
            if ended is None:
                break
            reached, allowed = ranges(ended).get(cell, Range()), ranges(tried)[cell]
            if _is_within(reached, allowed, up):
                entry, back, sink = tried, ended, left
                loop.moved.update(moves_of(loop, tried, ended))
                break
    return entry, back, sink


def _is_open(end: Bound | None) -> bool:
    return end is None or end.value is None


def _capped(held: Range, start: Range, limit: Bound, up: bool) -> Range:
    if up:
        return held._replace(high=maximum(start.high or ZERO, limit))
    return held._replace(low=minimum(start.low or ZERO, limit))


def _is_within(reached: Range, allowed: Range, up: bool) -> bool:
    if up:
        return reached.high is not None and allowed.high is not None and (allowed.high - reached.high).is_never_negative
    return reached.low is not None and allowed.low is not None and (reached.low - allowed.low).is_never_negative


def _grows(loop: Loop, ref: Ref) -> bool:
    tag = loop.moved.get(("size", ref), unmoved(loop, ref))
    return tag is None or tag.high is None or not (tag.high * constant(-1)).is_never_negative


def _pass(machine: Machine, loop: Loop, entry: State, body: Body) -> tuple[State | None, Sink]:
    """Run the body once. What leaves it is kept aside."""
    machine.step(1 + (len(entry.variables) + len(entry.things)) // 4)
    loop.entry = entry
    outer, machine.sink = machine.sink, Sink()
    state = entry.copy()
    state.cost = ZERO
    state.has_yielded = False
    back = join_states(body(state, Round(Bound((((loop.at,), 1),)))), machine.sink.continues)
    inner, machine.sink = machine.sink, outer
    return back, inner


def _discover(machine: Machine, loop: Loop, entry: State, body: Body) -> tuple[State, State | None, Sink]:
    """Find what a round changes, until running on everything changed being unknown changes nothing more."""
    for attempt in range(_PASSES):
        back, sink = _pass(machine, loop, entry, body)
        if back is None:
            return entry, None, sink
        movements = moves_of(loop, entry, back)
        known = {cell: movements.get(cell, unmoved(loop, cell)) for cell in {**loop.moved, **movements}}
        merged = merged_states(loop, entry, back, known, lose=attempt > 0)
        settled = set(known) == set(loop.moved) and are_same(merged, entry)
        loop.moved = known
        if settled:
            return entry, back, sink
        entry = merged
    raise TooLarge


def _leave(
    machine: Machine,
    loop: Loop,
    reason: Reason,
    back: State | None,
    sink: Sink,
    at_least_one: bool,
    total: Bound | None,
) -> State | None:
    """Count all rounds, and let out what leaves the loop."""
    before = loop.start.cost
    each = ZERO if back is None else back.cost
    if (each != ZERO and loop.rounds is not None and loop.rounds.grows) or (total is not None and total.grows):
        machine.growing.append(reason.node)
    earlier = ZERO if back is None else loop.earlier

    def after(rounds: Bound | None, last: Cost, within: Bound | None) -> Cost:
        """What was called before the loop, in so many rounds and in the last; or since a generator's last element."""
        if total is not None:
            return add(before, total)
        if back is not None and back.has_yielded:
            return add(larger(before, without_index(each, loop.at)), last)
        whole = add(repeated(each, rounds, loop.at, reason), last)
        if within is not None and isinstance(each, Bound) and isinstance(last, Bound):
            whole = counters.tighter(whole, within)
        return add(before, whole)

    def outside(state: State | None) -> State | None:
        if state is None:
            return None
        rounds = ZERO if back is None else rounds_before(loop, state)
        left = resettled(loop, indexless(loop, state), earlier)
        if loop.earlier is None and isinstance(state.cost, Bound) and state.cost.holds(loop.at):
            left.cost = Endless(frozenset({reason}))
        if state.has_yielded:
            return left
        left.has_yielded = loop.start.has_yielded
        left.cost = after(rounds, left.cost, counted_calls(machine, loop, state))
        return left

    machine.sink.returns += [(state, value) for left, value in sink.returns if (state := outside(left)) is not None]
    machine.sink.raised = join_states(machine.sink.raised, outside(sink.raised))
    machine.sink.breaks = join_states(machine.sink.breaks, outside(sink.breaks))
    machine.sink.exhausted = join_states(machine.sink.exhausted, outside(sink.exhausted))
    machine.sink.endless = join_states(machine.sink.endless, outside(sink.endless))
    if back is not None and loop.rounds is None:
        stuck = loop.start.copy()
        stuck.cost = after(None, ZERO, counted_calls(machine, loop, back))
        machine.sink.endless = join_states(machine.sink.endless, stuck)
    if back is None:
        return None if at_least_one else loop.start.copy()
    over = resettled(loop, indexless(loop, back), earlier)
    if not at_least_one:
        skipped = loop.start.copy()
        skipped.cost = ZERO
        over = join_states(over, skipped) or over
    over.cost = after(loop.rounds, ZERO, counted_calls(machine, loop, back))
    over.has_yielded = loop.start.has_yielded
    return over
