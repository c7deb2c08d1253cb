"""Counters that a program keeps of its own solver calls, and what they say of how many it makes.

Next to each number that a program counts with (``calls += 1``, ``self.budget -= 1``) a state holds its *slack*: the
counter, or the counter negated where it is counted down, less one for each solver call. Both move together where every
call is counted, so that the number of calls between two points is at most what the counter rose by, less what the slack
rose by: a zone (Miné, 2001) of the cost and one counter.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator, Mapping
from typing import TYPE_CHECKING

from cgr_audit.analysis.domains.cost import Cost, Endless, ReasonKind, larger
from cgr_audit.analysis.domains.intervals import Interval, at_least_zero, exactly
from cgr_audit.analysis.domains.polynomials import ZERO, Bound, constant, minimum
from cgr_audit.analysis.interpreter.objects import Instance, replace
from cgr_audit.analysis.interpreter.values import NOTHING, Value, interval_of, opaque

if TYPE_CHECKING:
    from cgr_audit.analysis.index import Index
    from cgr_audit.analysis.interpreter.state import State

__all__ = [
    "advanced", "charge", "counters_of", "fresh", "is_slack", "least_known", "limited", "raise_cost", "slack_of",
    "with_slacks",
]  # fmt: skip

_PREFIX = "<slack of "
_MINUS_ONE = Interval(constant(-1), constant(-1))


def slack_of(name: str) -> str:
    """Where the slack of a variable or attribute is kept."""
    return f"{_PREFIX}{name}>"


def is_slack(name: str) -> bool:
    """Whether a variable or attribute is the slack of one."""
    return name.startswith(_PREFIX)


def counters_of(index: Index) -> Mapping[str, int]:
    """The names and attributes that a program counts with, each with the direction in which it does so first."""
    found: dict[str, int] = {}
    for node in index.of(ast.AugAssign):
        match node:
            case ast.AugAssign(
                target=ast.Name(id=name) | ast.Attribute(attr=name), op=ast.Add() | ast.Sub() as operator
            ):
                found.setdefault(name, 1 if isinstance(operator, ast.Add) else -1)
    return found


def fresh(direction: int, value: Value, cost: Cost | None) -> Value:
    """The slack of a counter that is set again; unknown where the calls so far are (``cost``)."""
    held = interval_of(value) if value else None
    if held is None or held.integer is None or not isinstance(cost, Bound):
        return opaque(0)
    return opaque(0, number=exactly(held.integer * direction) - exactly(cost))


def advanced(direction: int, slack: Value, added: Value, operator: ast.operator) -> Value:
    """The slack of a counter that so much is added to, or taken from."""
    held, by = interval_of(slack) if slack else None, interval_of(added) if added else None
    if held is None or by is None or by.integer is None or not isinstance(operator, ast.Add | ast.Sub):
        return opaque(0)
    step = by.integer * direction * (1 if isinstance(operator, ast.Add) else -1)
    return opaque(0, number=held + exactly(step))


def with_slacks(counters: Mapping[str, int], attributes: Mapping[str, Value], cost: Cost | None) -> dict[str, Value]:
    """The attributes of a new object, with the slack of each counter among them."""
    slacks = {slack_of(name): fresh(counters[name], attributes[name], cost) for name in counters if name in attributes}
    return {**attributes, **slacks}


def charge(state: State) -> None:
    """One solver call: every slack falls by one."""
    _lower(state, _MINUS_ONE)


def raise_cost(state: State, cost: Cost) -> None:
    """Let a state cost more, for calls that what it stands before may have made already: its slacks may be lower."""
    raised = larger(state.cost, cost)
    if raised == state.cost:
        return
    is_bounded = isinstance(raised, Bound) and isinstance(state.cost, Bound)
    _lower(state, Interval((state.cost - raised) if is_bounded else None, ZERO))  # type: ignore[operator]
    state.cost = raised


def _lower(state: State, by: Interval) -> None:
    for cell, value in state.cells.items():
        if is_slack(cell[1]):
            state.cells[cell] = _lowered(value, by)
    for place, found in state.heap.items():
        if isinstance(found, Instance):
            slacks = {name: _lowered(value, by) for name, value in found.attributes.items() if is_slack(name)}
            if slacks:
                state.heap[place] = replace(found, attributes={**found.attributes, **slacks})


def _lowered(slack: Value, by: Interval) -> Value:
    held = interval_of(slack) if slack else None
    return slack if held is None else opaque(0, number=held + by)


def _slacks(counters: Mapping[str, int], state: State) -> Iterator[tuple[Hashable, int, Value, Value]]:
    """Every counter with its direction and its slack."""
    for cell, slack in state.cells.items() if counters else ():
        if is_slack(cell[1]):
            name = cell[1][len(_PREFIX) : -1]
            yield cell, counters[name], state.cells.get((cell[0], name), NOTHING), slack
    for place, found in state.heap.items() if counters else ():
        for attribute, slack in found.attributes.items() if isinstance(found, Instance) else ():
            if attribute.startswith(_PREFIX) and isinstance(found, Instance) and attribute not in found.maybe:
                name = attribute[len(_PREFIX) : -1]
                yield (place, name), counters[name], found.attributes.get(name, NOTHING), slack


def limited(counters: Mapping[str, int], start: State, left: State) -> None:
    """Lower the cost of a state where the counters show that fewer calls were made since ``start``."""
    if not counters or not isinstance(start.cost, Bound):
        return
    before = {cell: (counter, slack) for cell, _, counter, slack in _slacks(counters, start)}
    for cell, direction, counter, slack in _slacks(counters, left):
        if cell not in before:
            continue
        intervals = [interval_of(value) if value else None for value in (*before[cell], counter, slack)]
        if any(held is None for held in intervals):
            continue
        first, opening, last, closing = (held or Interval() for held in intervals)
        rise, gained = _above(first, last, direction), _gained(opening, closing)
        if rise is not None and gained is not None:
            left.cost = _tighter(left.cost, start.cost + at_least_zero(rise - gained))


def least_known(counters: Mapping[str, int], state: State) -> Cost:
    """What a state costs at most, seen from the start of the program."""
    cost = state.cost
    for _, direction, counter, slack in _slacks(counters, state):
        last, closing = interval_of(counter) if counter else None, interval_of(slack) if slack else None
        end = None if last is None else last.high if direction > 0 else last.low
        if end is not None and closing is not None and closing.low is not None:
            cost = _tighter(cost, at_least_zero(end * constant(direction) - closing.low))
    return cost


def _above(first: Interval, last: Interval, direction: int) -> Bound | None:
    """How far a counter can have moved between two points, in its own direction."""
    if direction < 0:
        return None if first.high is None or last.low is None else first.high - last.low
    return None if first.low is None or last.high is None else last.high - first.low


def _gained(opening: Interval, closing: Interval) -> Bound | None:
    """How much a slack has certainly risen between two points."""
    begun, now = opening.offset, closing.offset
    is_related = begun is not None and now is not None and (begun.loop, begun.cell) == (now.loop, now.cell)
    if is_related and begun and now and begun.high is not None and begun.low == begun.high and now.low is not None:
        return now.low - begun.high
    return None if closing.low is None or opening.high is None else closing.low - opening.high


def _tighter(known: Cost, counted: Bound) -> Cost:
    """The smaller of two costs; what outside code may do is not counted."""
    if isinstance(known, Endless):
        is_counted = all(reason.kind is not ReasonKind.NOT_FOLLOWED for reason in known.reasons)
        return counted if is_counted else known
    if counted.goes_by_index and not known.goes_by_index:
        return known  # summed over the iterations it would say less
    if (known - counted).is_never_negative:
        return counted
    return known if (counted - known).is_never_negative else minimum(known, counted)
