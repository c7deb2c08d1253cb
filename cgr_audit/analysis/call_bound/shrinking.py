"""Loops that replace a list by a shorter one: knock-out tournaments, eliminations, halvings.

Such a loop's body says how long the new list is only relative to the old one, and asks the solver once for each element
that falls out. It is run on a list of ``n`` elements, once for an even and once for an odd ``n``, which stands for all
that it can have when a round begins. If every round makes the list shorter, and one with ``n`` elements costs no more
than ``w * (n - n')``, where ``n'`` are left, then all rounds together cost no more than ``w`` for each element that can
fall out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cgr_audit.analysis.call_bound import refine, statements
from cgr_audit.analysis.call_bound.machine import ListChanged, Machine, Sink
from cgr_audit.analysis.call_bound.sequences import at_least_zero, elements
from cgr_audit.analysis.call_bound.state import State, map_thing, map_value
from cgr_audit.analysis.call_bound.values import TOP, Frame, Range, Ref, Value
from cgr_audit.analysis.domains.cost import Endless
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, Bound, constant, index

__all__ = ["cost_of_shrinking"]

_SHORTEST = (3, 2, 1)
_WEIGHTS = (1, 2, 3, 4, 6, 8)
_WAYS = 4
"""So many tests of a round are told apart."""
Variable = tuple[int, object]


@dataclass(frozen=True, slots=True)
class _End:
    """One way in which a round on a list of a known length ends."""

    left: Bound | None
    """How many elements are left, at most; nothing where no other round follows."""
    cost: Bound


def cost_of_shrinking(machine: Machine, start: State, entry: State, node: ast.While, frame: Frame) -> Bound | None:
    """What all rounds of a loop cost together, where they make some list shorter; nothing where that is not shown.

    Args:
        machine: the machine.
        start: the state before the loop.
        entry: any state in which a round may begin.
        node: the loop.
        frame: the activation that runs the loop.
    """
    if machine.is_careful:
        return None
    for name in _candidates(node):
        variable = machine.variable(name.id, name, frame)
        if variable is None or variable[0] in machine.shared_frames or variable not in entry.variables:
            continue
        most = elements(machine, start, start.variables.get(variable, TOP)).size.high
        found = None if most is None else _cost(machine, entry, variable, most, node, frame)
        if found is not None:
            return found
    return None


def _candidates(node: ast.While) -> Iterator[ast.Name]:
    """The variables whose length decides whether the loop goes on."""
    seen: set[str] = set()
    tests = [node.test, *(part.test for part in node.body if isinstance(part, ast.If))]
    for part in (part for test in tests for part in ast.walk(test)):
        match part:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name() as name]) if name.id not in seen:
                seen.add(name.id)
                yield name
    if isinstance(node.test, ast.Name) and node.test.id not in seen:
        yield node.test


def _cost(
    machine: Machine, entry: State, variable: Variable, most: Bound, node: ast.While, frame: Frame
) -> Bound | None:
    def ends_of(length: Bound) -> list[_End] | None:
        return _round(machine, _with_length(entry, variable, length), variable, node, frame)

    for shortest in _SHORTEST:
        short = [ends_of(constant(length)) for length in range(shortest)]
        if any(ends is None or any(end.left is not None or end.cost != ZERO for end in ends) for ends in short):
            continue
        further = index(machine.token(), most) * constant(2)
        lengths = [constant(shortest) + further, constant(shortest + 1) + further]
        rounds = [(length, ends_of(length)) for length in lengths]
        for weight in _WEIGHTS:
            if all(
                ends is not None and all(_is_paid(length, end, weight, shortest) for end in ends)
                for length, ends in rounds
            ):
                return constant(weight) * at_least_zero(most - constant(shortest - 1))
    return None


def _is_paid(length: Bound, end: _End, weight: int, shortest: int) -> bool:
    """Whether a round costs no more than the elements that fall out pay for."""
    falling = [length - constant(shortest - 1)]
    if end.left is not None:
        falling.append(length - end.left)
        if not (length - end.left - ONE).is_certainly_never_negative:
            return False
    return all((part * constant(weight) - end.cost).is_certainly_never_negative for part in falling)


def _round(machine: Machine, begun: State, variable: Variable, node: ast.While, frame: Frame) -> list[_End] | None:
    """Run a round, test and body; gives its ends, or nothing where it changes the list, or has no bound."""
    outer, machine.sink = machine.sink, Sink()
    try:
        holds, fails = refine.branch(machine, begun, node.test, frame)
        backs = [] if holds is None else _run(machine, holds, node.body, frame, _WAYS)
    except ListChanged:
        return None
    finally:
        inner, machine.sink = machine.sink, outer
    if inner.continues is not None:
        backs.append(inner.continues)
        inner.continues = None
    ends: list[_End] = []
    for back in backs:
        left = elements(machine, back, back.variables.get(variable, TOP)).size.high
        if left is None or isinstance(back.cost, Endless):
            return None
        ends.append(_End(left, back.cost))
    for out in (fails, *inner.states()):
        if out is not None and isinstance(out.cost, Endless):
            return None
        if out is not None and isinstance(out.cost, Bound):
            ends.append(_End(None, out.cost))
    return ends


def _run(machine: Machine, state: State, body: Sequence[ast.stmt], frame: Frame, ways: int) -> list[State]:
    """Run statements; what a test tells apart is kept apart to their end, for so many tests."""
    current: State | None = state
    for place, statement in enumerate(body):
        if current is None:
            return []
        parted = _parted(statement) if ways else None
        if parted is not None:
            test, first, second = parted
            found: list[State] = []
            for way, part in zip(refine.branch(machine, current, test, frame), (first, second), strict=True):
                left = statements.run(machine, way, part, frame)
                found += [] if left is None else _run(machine, left, body[place + 1 :], frame, ways - 1)
            return found
        current = statements.run(machine, current, [statement], frame)
    return [] if current is None else [current]


def _parted(statement: ast.stmt) -> tuple[ast.expr, list[ast.stmt], list[ast.stmt]] | None:
    """A test, and what is run where it holds and where it does not."""
    match statement:
        case ast.If(test=test, body=body, orelse=orelse):
            return test, body, orelse
        case ast.Assign(targets=targets, value=ast.IfExp(test=test, body=first, orelse=second)):
            one, other = (ast.copy_location(ast.Assign(targets, part), statement) for part in (first, second))
            return test, [one], [other]
    return None


def _with_length(entry: State, variable: Variable, length: Bound) -> State:
    """The beginning of a round on a list of so many elements, by whatever name it goes."""
    refs = entry.variables[variable].refs

    def replaced(value: Value) -> Value:
        if not value.refs & refs:
            return value
        return value._replace(refs=value.refs - refs, size=Range(ZERO, None), element=TOP, is_list=True, mixed=True)

    begun = entry.copy()
    begun.cost = ZERO
    begun.variables = {place: map_value(value, replaced) for place, value in entry.variables.items()}
    begun.things = {ref: map_thing(thing, replaced) for ref, thing in entry.things.items()}
    begun.variables[variable] = Value(size=Range(length, length), element=TOP, is_list=True)
    _forget(begun, refs)
    return begun


def _forget(state: State, refs: frozenset[Ref]) -> None:
    for ref in refs:
        state.things.pop(ref, None)
