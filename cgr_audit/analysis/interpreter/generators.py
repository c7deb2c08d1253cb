"""Generators: a call makes an object and runs nothing; the body runs where something consumes it.

A ``yield`` is a call of the consumer, on the very state at that point, so that the effects of both interleave as
they do in Python. A consumer that has enough leaves (:class:`Departure`); the generator then waits at that
``yield``, its variables kept in the object, until something resumes it there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from cgr_audit.analysis.domains.intervals import Interval
from cgr_audit.analysis.domains.polynomials import ZERO
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.binding import bind
from cgr_audit.analysis.interpreter.heap import allocate, length_of
from cgr_audit.analysis.interpreter.interpreter import (
    MAX_DEPTH,
    Activity,
    Consumer,
    Departure,
    Exit,
    Frame,
    Interpreter,
    NeverReturnsError,
    ReturnRecord,
    Yielded,
)
from cgr_audit.analysis.interpreter.objects import Suspended, local, replace
from cgr_audit.analysis.interpreter.remaining_elements import YIELDS, counted_down, hidden, number_of_yields
from cgr_audit.analysis.interpreter.state import Place, State, is_old, join_states, rejoined
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    UNKNOWN,
    AbstractValue,
    External,
    Function,
    Reference,
    Value,
    join,
    known,
    merge_controls,
    opaque,
)

__all__ = [
    "GIVEN",
    "Driven",
    "drive",
    "either",
    "is_suspended",
    "suspend",
    "suspended_at",
    "wait_before",
    "yield_value",
]

_OF = AbstractValue(External("types.GeneratorType"))
GIVEN = "<given>"


@dataclass(frozen=True, slots=True)
class Driven:
    """What became of a generator that ran."""

    value: Value | None
    """What it returned; nothing if it never ends."""
    departures: list[ReturnRecord]
    """Where its consumer left it."""


_MOST_AGAIN = 3
"""So often a generator is consumed in itself before it is no longer followed."""


def suspended_at(item: AbstractValue, state: State) -> Suspended | None:
    """The generator that an alternative is."""
    found = state.heap.get(item.payload.place) if isinstance(item.payload, Reference) else None
    return found if isinstance(found, Suspended) else None


def is_suspended(value: Value, state: State) -> bool:
    """Whether some alternative is a generator."""
    return any(suspended_at(item, state) is not None for item in value.values())


def suspend(
    interp: Interpreter, function: Function, owner: AbstractValue | None, given: Arguments, site: ast.AST,
    caller: Frame | None, state: State,
) -> Value:  # fmt: skip
    """What a call of a generator function gives: its parameters are bound, and nothing runs."""
    node, context = function.node, interp.context(site, caller)
    frame = interp.frame(node, interp.scope_of[node], interp.frames[function.frame], context)
    earlier = _variables(frame, state)
    for name in earlier:
        del state.cells[(frame.number, name)]
    bind(interp, function, given, frame, state)
    yields = number_of_yields(ast.iter_child_nodes(node), frame, state)
    if yields is not None:
        state.cells[(frame.number, YIELDS)] = opaque(0, number=Interval(ZERO, yields.high))
    attributes = {local(name): value for name, value in _variables(frame, state).items()}
    state.cells.update({(frame.number, name): value for name, value in earlier.items()})
    made = Suspended(_OF, attributes, function=function, context=context, positions=(node,), owner=owner)
    return allocate(made, site, frame.number, state)


def wait_before(loop: ast.For | ast.AsyncFor, made: Value, iterable: Value, state: State) -> None:
    """Let a new generator wait before the first element of the loop that it is."""
    (item,) = made.values()
    assert isinstance(item.payload, Reference)
    found = state.heap[item.payload.place]
    assert isinstance(found, Suspended)
    length = length_of(iterable, state)
    attributes = {
        **found.attributes,
        local(hidden("iterable", loop)): iterable,
        local(hidden("length", loop)): opaque(0, number=length.plain),
        local(hidden("left", loop)): opaque(0, number=length),
    }
    state.write(item.payload.place, replace(found, attributes=attributes, positions=(loop,)))


def _variables(frame: Frame, state: State) -> dict[str, Value]:
    return {name: value for (number, name), value in state.cells.items() if number == frame.number}


def yield_value(interp: Interpreter, node: ast.AST, value: Value, frame: Frame, state: State) -> Value:
    """``yield value``: what the consumer sends back.

    Raises:
        NeverReturnsError: nothing goes on with the generator.
    """
    own = frame.function
    activity = own.activity
    if activity is None:  # the entry itself
        own.yields = join(own.yields or NOTHING, value)
        own.paused[node] = state.copy()
        return interp.unknown()
    if activity.resumes is node:
        activity.resumes = None
        if activity.interrupt is not None:
            return activity.interrupt(Yielded(value, node, own), state)
        return activity.sent
    place, left = activity.place, (own.number, YIELDS)
    if left in state.cells:
        state.cells[left] = counted_down(state.cells[left])
    waiting = state.heap[place]
    assert isinstance(waiting, Suspended)
    attributes = {local(name): value for name, value in _variables(own, state).items()}
    state.write(place, replace(waiting, attributes=attributes, maybe=frozenset(), positions=(node,)))
    around = interp.stack, interp.attempts, interp.handled
    interp.stack, interp.handled = list(activity.stack), activity.handled
    if activity.attempts is not None:
        interp.attempts = activity.attempts
    try:
        sent = activity.consumer(Yielded(value, node, own), state)
    finally:
        interp.stack, interp.attempts, interp.handled = around
    now = state.heap.get(place)
    if not is_old(place) and not (isinstance(now, Suspended) and now.positions == (node,)):
        interp.give_up(state, node, "cannot tell where this generator goes on")
    return sent


def drive(
    interp: Interpreter, item: AbstractValue, consumer: Consumer, frame: Frame, state: State, *,
    sent: Value | None = None, interrupt: Consumer | None = None, throws: bool = False,
) -> Driven:  # fmt: skip
    """Run a generator on from where it waits; ``state`` is what it is when it ended.

    With ``throws``, what the consumer raises is raised at the ``yield``.
    """
    assert isinstance(item.payload, Reference)
    place, base = item.payload.place, state.controls
    found = state.heap[place]
    assert isinstance(found, Suspended)
    node = found.function.node

    each = _noting_returns(interp, consumer, frame)
    interp.step()
    outer, interp.recorded = interp.recorded, []
    interp.loop_depth += 1
    ends: list[State] = []
    records: list[ReturnRecord] = []
    cell = (frame.number, GIVEN)
    for position in found.positions:
        begun = state.copy()
        if position is None:
            begun.cells[cell] = known(None)
            ends.append(begun)
            continue
        if interp.stack.count(node) >= _MOST_AGAIN or len(interp.stack) >= MAX_DEPTH:
            interp.lose(begun, node)
            begun.cells[cell] = opaque(UNKNOWN)
            ends.append(begun)
            continue
        if position is node and interrupt is not None:
            try:
                interrupt(Yielded(NOTHING, node, frame), begun)
            except NeverReturnsError:
                continue
        own = _run(interp, place, found, position, each, sent or known(None), interrupt, frame, begun, throws=throws)
        for record in own.returns:
            if record.departure is not None:
                records.append(record)
                continue
            end = record.state.copy()
            attributes = {local(name): value for name, value in _variables(own, end).items()}
            end.write(place, replace(found, attributes=attributes, positions=(None,)))
            end.cells[cell] = record.value
            ends.append(end)
    interp.loop_depth -= 1
    recorded, interp.recorded = interp.recorded, outer
    departures = _departed(interp, records, recorded, frame)
    value: Value | None = None
    met = rejoined(ends, base)
    if met is not None:
        state.become(met.copy())
        value = state.cells.pop(cell)
    return Driven(value, departures)


def _noting_returns(interp: Interpreter, consumer: Consumer, frame: Frame) -> Consumer:
    """The consumer, where its own ``return`` is a way out of the generator at that ``yield``."""

    def each(yielded: Yielded, begun: State) -> Value:
        returned = len(frame.returns)
        try:
            return consumer(yielded, begun)
        finally:
            if yielded.frame is not frame:
                for record in frame.returns[returned:]:
                    way = Departure(Exit.PAUSE if record.is_pause else Exit.RETURN, record)
                    yielded.frame.returns.append(ReturnRecord(yielded.node, NOTHING, record.state, way))
                    interp.record(record.state)
                del frame.returns[returned:]

    return each


def _departed(
    interp: Interpreter, records: list[ReturnRecord], recorded: list[State], frame: Frame
) -> list[ReturnRecord]:
    """Where the consumer left a generator for good; where it left its own function, that function returns."""
    alive = {id(left) for left in recorded}
    departures = [record for record in records if id(record.state) in alive]
    mine = {id(record.state) for record in departures}
    for left in recorded:
        if id(left) not in mine:
            interp.record(left)
    own = []
    for record in departures:
        assert record.departure is not None
        if record.departure.record is None:
            own.append(record)
            continue
        frame.returns.append(replace(record.departure.record, state=record.state))
        if frame.loops or record.departure.record.departure is not None:
            interp.record(record.state)
    return own


def _run(
    interp: Interpreter, place: Place, found: Suspended, position: ast.AST, consumer: Consumer, sent: Value,
    interrupt: Consumer | None, caller: Frame, state: State, *, throws: bool,
) -> Frame:  # fmt: skip
    """Run the body from one of the places where it may wait."""
    node = found.function.node
    frame = interp.frame(node, interp.scope_of[node], interp.frames[found.function.frame], found.context)
    frame.owner = found.owner
    interp.entered.setdefault(node, frame)
    for name in _variables(frame, state):
        del state.cells[(frame.number, name)]
    state.cells.update({(frame.number, name[1:-1]): value for name, value in found.attributes.items()})
    attempts, handled = interp.attempts, interp.handled
    frame.activity = Activity(
        place, consumer, position, sent, interrupt, list(interp.stack), None if throws else attempts, handled
    )  # fmt: skip
    if node in interp.library:
        outer = None if caller.activity is None else caller.activity.site
        frame.activity.site = outer if found.context[0] in interp.library else found.context[0]
    interp.enter(node)
    interp.stack.append(node)
    try:
        if position is node:
            frame.activity.resumes = None
            end = interp.execute(node.body, frame, state)  # type: ignore[arg-type]
        else:
            end = interp.resume(node.body, position, frame, state)  # type: ignore[arg-type]
    finally:
        interp.stack.pop()
        interp.attempts, interp.handled = attempts, handled
    if end is not None:
        frame.returns.append(ReturnRecord(node, known(None), end))
    return frame


def either(value: Value, state: State, run: Callable[[AbstractValue, State], Value]) -> Value:
    """What one of the alternatives gives, ``state`` being what it is afterwards.

    Raises:
        NeverReturnsError: none gives anything.
    """
    if len(value) == 1:
        base = state.controls
        result = run(next(iter(value.values())), state)
        state.controls = base
        return result
    base, ends, result = state.controls, [], NOTHING
    for item in value.values():
        inner = state.copy(merge_controls(base, item.controls))
        try:
            result = join(result, run(item, inner))
        except NeverReturnsError:
            continue
        ends.append(inner)
    if not ends:
        raise NeverReturnsError
    state.become(join_states(ends, base).copy(base))
    return result
