"""What is done with a generator: draws one by one, its methods, and all of it at once."""

from __future__ import annotations

import ast
from functools import partial

from cgr_audit.analysis.domains.intervals import exactly
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.generators import GIVEN, drive, either, is_suspended, suspended_at, yield_value
from cgr_audit.analysis.interpreter.heap import allocate, inside
from cgr_audit.analysis.interpreter.interpreter import (
    Consumer,
    Departure,
    Exit,
    Frame,
    Interpreter,
    LeftError,
    NeverReturnsError,
    ReturnRecord,
    Yielded,
)
from cgr_audit.analysis.interpreter.library.exceptions import new_exception
from cgr_audit.analysis.interpreter.objects import Sequence, Suspended, local, replace
from cgr_audit.analysis.interpreter.remaining_elements import hidden, is_count
from cgr_audit.analysis.interpreter.state import Place, State, is_old, join_states
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    AbstractValue,
    Reference,
    Value,
    interval_of,
    known,
    opaque,
    single,
    under_control,
)

__all__ = ["all_materialized", "call_generator", "draw", "materialized", "yield_from"]


def draw(
    interp: Interpreter, item: AbstractValue, node: ast.AST, frame: Frame, state: State, *, sent: Value | None = None,
    default: Value | None = None, interrupt: Consumer | None = None,
) -> Value:  # fmt: skip
    """``next(generator, default)``: run it to its next ``yield``.

    Raises:
        NeverReturnsError: it gives nothing more.
    """
    cell, base = (frame.number, GIVEN), state.controls

    def take(yielded: Yielded, begun: State) -> Value:
        left = begun.copy()
        left.cells[cell] = yielded.value
        yielded.frame.returns.append(ReturnRecord(yielded.node, NOTHING, left, Departure(Exit.PAUSE)))
        interp.record(left)
        raise LeftError

    assert isinstance(item.payload, Reference)
    end = state.copy()
    driven = drive(interp, item, take, frame, end, sent=sent, interrupt=interrupt)
    states = [record.state.copy() for record in driven.departures]
    if driven.value is not None:
        if default is None:
            stop = new_exception(interp, "StopIteration", Arguments([driven.value]), node, frame, end)
            interp.raised(stop, end)
        else:
            interp.drawn[node] = item.payload.place, default
            _overdraw(item.payload.place, end)
            end.cells[cell] = default
            states.append(end)
    if not states:
        raise NeverReturnsError
    met = join_states(states, base)
    value = met.cells.pop(cell)
    state.become(met.copy(base))
    return value


def _overdraw(place: Place, state: State) -> None:
    """Count a draw that gave the default like any other: a test that tells them apart shows which it was."""
    found = state.heap[place]
    assert isinstance(found, Suspended)
    attributes = {
        name: opaque(0, number=held - exactly(1))
        if is_count(name) and (held := interval_of(value)) is not None
        else value
        for name, value in found.attributes.items()
    }
    state.write(place, replace(found, attributes=attributes))


def materialized(interp: Interpreter, value: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """The same value, with generators replaced by all that they give, for which they run to their ends.

    Raises:
        NeverReturnsError: none ends.
    """
    if not is_suspended(value, state):
        return value

    def collect(item: AbstractValue, begun: State) -> Value:
        if suspended_at(item, begun) is None:
            return single(item)
        whole_list = _not_drawn_from(interp, item, begun)
        if whole_list is not None:
            return whole_list
        made = allocate(Sequence("iterator", ()), node, inside(frame.number, 41), begun)
        (whole,) = made.values()
        assert isinstance(whole.payload, Reference)
        place = whole.payload.place

        def add(yielded: Yielded, inner: State) -> Value:
            found = inner.heap[place]
            assert isinstance(found, Sequence)
            inner.write(place, found.appended(yielded.value))
            return known(None)

        if drive(interp, item, add, frame, begun).value is None:
            raise NeverReturnsError
        return made

    return either(value, state, collect)


def _not_drawn_from(interp: Interpreter, item: AbstractValue, state: State) -> Value | None:
    """What an iterator goes over that nothing was drawn from, and that is now consumed as a whole."""
    found = suspended_at(item, state)
    assert found is not None
    assert isinstance(item.payload, Reference)
    place, node = item.payload.place, found.function.node
    loop = node.body[0] if isinstance(node, ast.FunctionDef) else None
    if loop is None or is_old(place) or found.positions != (loop,) or node not in interp.library:
        return None
    state.write(place, replace(found, positions=(None,)))
    return under_control(found.attributes[local(hidden("iterable", loop))], item.controls)


def all_materialized(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Arguments:
    """The same arguments, every generator among them run to its end."""
    if not any(is_suspended(value, state) for value in given.all):
        return given
    several = [*given.positional, *given.named.values(), given.star, given.double_star]
    runs = (partial(materialized, interp, value, node, frame, state) for value in several)
    *values, star, double_star = interp.in_turn(runs, frame.number, state)
    count = len(given.positional)
    return Arguments(values[:count], dict(zip(given.named, values[count:], strict=True)), star, double_star)


def call_generator(
    interp: Interpreter, item: AbstractValue, name: str, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Value:
    """A method of a generator."""
    if name in ("__iter__", "__aiter__"):
        return single(item)
    if name in ("__next__", "__anext__"):
        return draw(interp, item, node, frame, state)
    if name in ("send", "asend") and given.positional:
        return draw(interp, item, node, frame, state, sent=given.positional[0])
    if name in ("throw", "athrow") and given.positional:
        thrown = given.positional[-1]
        return draw(interp, item, node, frame, state, interrupt=lambda _, begun: _throw(interp, thrown, begun))
    if name in ("close", "aclose"):
        return _close(interp, item, frame, state)
    interp.give_up(state, node, "cannot tell what this does to a generator")
    return interp.unknown()


def _throw(interp: Interpreter, value: Value, state: State) -> Value:
    interp.raised(value, state)
    raise NeverReturnsError


def _close(interp: Interpreter, item: AbstractValue, frame: Frame, state: State) -> Value:
    """Raise ``GeneratorExit`` where it waits."""
    base, end = state.controls, state.copy()

    def leave(yielded: Yielded, begun: State) -> Value:
        yielded.frame.returns.append(ReturnRecord(yielded.node, NOTHING, begun, Departure(Exit.BREAK)))
        interp.record(begun)
        raise LeftError

    driven = drive(interp, item, leave, frame, end, interrupt=leave)
    states = [record.state.copy() for record in driven.departures]
    if driven.value is not None:
        states.append(end)
    if not states:
        raise NeverReturnsError
    state.become(join_states(states, base).copy(base))
    return known(None)


def yield_from(interp: Interpreter, node: ast.YieldFrom, delegate: Value, frame: Frame, state: State) -> Value:
    """``yield from delegate``: what the delegate returns."""
    own = frame.function
    sent: Value | None = None
    cell = (own.number, hidden("delegate", node))
    if own.activity is not None and own.activity.resumes is node:
        sent, own.activity.resumes = own.activity.sent, None
        delegate = state.cells.get(cell, delegate)
    state.cells[cell] = delegate

    def hand_on(yielded: Yielded, begun: State) -> Value:
        return yield_value(interp, node, yielded.value, frame, begun)

    def run(item: AbstractValue, begun: State) -> Value:
        if suspended_at(item, begun) is None:
            interp.give_up(begun, node, "cannot tell what this gives")
            return yield_value(interp, node, interp.unknown(), frame, begun)
        driven = drive(interp, item, hand_on, own, begun, sent=sent)
        if driven.value is None:
            raise NeverReturnsError
        return driven.value

    return either(delegate, state, run)
