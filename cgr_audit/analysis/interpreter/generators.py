"""Generators: a call makes an object and runs nothing; the body runs where something consumes it.

A ``yield`` is a call of the consumer, on the very state at that point, so that the effects of both interleave as in
Python. A consumer that has enough leaves (:class:`Departure`); the generator then waits at that ``yield``, its variables
kept in the object, until something resumes it there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cgr_audit.analysis.domains.intervals import EMPTY, Interval, calculated, exactly
from cgr_audit.analysis.domains.polynomials import ZERO, constant, maximum
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.binding import bind
from cgr_audit.analysis.interpreter.heap import allocate, inside, length_of
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
from cgr_audit.analysis.interpreter.library.exceptions import new_exception
from cgr_audit.analysis.interpreter.objects import Sequence, Suspended, local, replace
from cgr_audit.analysis.interpreter.state import Place, State, is_old, join_states
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    UNKNOWN,
    AbstractValue,
    External,
    Function,
    Reference,
    Value,
    interval_of,
    join,
    known,
    merge_controls,
    opaque,
    single,
    under_control,
)

__all__ = [
    "Driven",
    "all_materialized",
    "call_generator",
    "counted_down",
    "draw",
    "drive",
    "either",
    "hidden",
    "is_count",
    "is_suspended",
    "materialized",
    "suspend",
    "suspended_at",
    "wait_before",
    "yield_from",
    "yield_value",
]

_OF = AbstractValue(External("types.GeneratorType"))
_YIELDS = "<yields>"
_GIVEN = "<given>"
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
          ast.YieldFrom)  # fmt: skip
_BODIES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True, slots=True)
class Driven:
    """What became of a generator that ran."""

    value: Value | None
    """What it returned; nothing where it never ends."""
    departures: list[ReturnRecord]
    """Where its consumer left it."""


_MOST_AGAIN = 3
"""So often a generator is consumed in itself before it is no longer followed."""


def hidden(what: str, node: ast.AST) -> str:
    """The variable in which a generator keeps what a statement of it needs to go on."""
    return f"<{what} {node.lineno}:{node.col_offset}>"  # type: ignore[attr-defined]


def suspended_at(item: AbstractValue, state: State) -> Suspended | None:
    """The generator that an alternative is."""
    found = state.heap.get(item.payload.place) if isinstance(item.payload, Reference) else None
    return found if isinstance(found, Suspended) else None


def is_suspended(value: Value, state: State) -> bool:
    """Whether some alternative is a generator."""
    return any(suspended_at(item, state) is not None for item in value.values())


def suspend(
    interp: Interpreter, function: Function, owner: AbstractValue | None, given: Arguments, site: ast.AST, caller: Frame | None,
    state: State,
) -> Value:  # fmt: skip
    """What a call of a generator function gives: its parameters are bound, and nothing runs."""
    node, context = function.node, (site, -1 if caller is None else caller.number)
    frame = interp.frame(node, interp.scope_of[node], interp.frames[function.frame], context)
    earlier = _variables(frame, state)
    for name in earlier:
        del state.cells[(frame.number, name)]
    bind(interp, function, given, frame, state)
    yields = _number_of_yields(ast.iter_child_nodes(node), frame, state)
    if yields is not None:
        state.cells[(frame.number, _YIELDS)] = opaque(0, number=Interval(ZERO, yields.high))
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


def _number_of_yields(body: Iterable[ast.AST], frame: Frame, state: State) -> Interval | None:
    """How many elements a generator gives at most; nothing where that is not plain to see."""
    found, pending = EMPTY, list(body)
    for part in pending:  # which grows on the way
        if isinstance(part, _BODIES):
            continue
        inner = list(ast.iter_child_nodes(part))
        if isinstance(part, _LOOPS):
            if not any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(part)):
                continue
            length = _length_of_parameter(part, frame, state)
            each = None if length is None else _number_of_yields(inner, frame, state)
            whole = None if length is None or each is None else calculated(length, ast.Mult(), each)
            if whole is None:
                return None
            found = found + whole
            continue
        found = found + exactly(int(isinstance(part, ast.Yield)))
        pending.extend(inner)
    return found


def _length_of_parameter(node: ast.AST, frame: Frame, state: State) -> Interval | None:
    """How many elements a loop over a parameter has that nothing can change until then."""
    if not isinstance(node, ast.For | ast.AsyncFor) or not isinstance(node.iter, ast.Name):
        return None
    value = state.cells.get((frame.number, node.iter.id), NOTHING)
    is_fixed = len(frame.scope.bindings.get(node.iter.id, ())) == 1 and not any(
        isinstance(item.payload, Reference) for item in value.values()
    )
    return length_of(value, state).plain if value and is_fixed else None


def counted_down(value: Value, least: int = 0) -> Value:
    """One element fewer is left."""
    held = interval_of(value)
    if held is None:
        return value
    least_before = constant(least + 1)
    low = least_before if held.low is None else maximum(held.low, least_before)
    return opaque(0, number=held._replace(low=low, hole=None) - exactly(1))


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
    place, left = activity.place, (own.number, _YIELDS)
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

    interp.step()
    outer, interp.recorded = interp.recorded, []
    interp.loop_depth += 1
    ends: list[State] = []
    records: list[ReturnRecord] = []
    cell = (frame.number, _GIVEN)
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
    alive = {id(left) for left in recorded}
    departures = [record for record in records if id(record.state) in alive]
    mine = {id(record.state) for record in departures}
    for left in recorded:
        if id(left) not in mine:
            interp.record(left)
    value: Value | None = None
    if ends:
        met = join_states(ends, base)
        value = met.cells.pop(cell)
        state.become(met.copy(ends[0].controls if len(ends) == 1 else base))
    own_departures = []
    for record in departures:
        assert record.departure is not None
        if record.departure.record is None:
            own_departures.append(record)
            continue
        frame.returns.append(replace(record.departure.record, state=record.state))
        if frame.loops or record.departure.record.departure is not None:
            interp.record(record.state)
    return Driven(value, own_departures)


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


def draw(
    interp: Interpreter, item: AbstractValue, node: ast.AST, frame: Frame, state: State, *, sent: Value | None = None,
    default: Value | None = None, interrupt: Consumer | None = None,
) -> Value:  # fmt: skip
    """``next(generator, default)``: run it to its next ``yield``.

    Raises:
        NeverReturnsError: it gives nothing more.
    """
    cell, base = (frame.number, _GIVEN), state.controls

    def take(yielded: Yielded, begun: State) -> Value:
        left = begun.copy()
        left.cells[cell] = yielded.value
        yielded.frame.returns.append(ReturnRecord(yielded.node, NOTHING, left, Departure(Exit.PAUSE)))
        interp.record(left)
        raise NeverReturnsError

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


def is_count(name: str) -> bool:
    """Whether an attribute of a generator counts the elements that are left."""
    return name.startswith(("<<left ", "<<yields>"))


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
        whole_list = _not_drawn_from(item, begun)
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


def _not_drawn_from(item: AbstractValue, state: State) -> Value | None:
    """What an iterator goes over that nothing was drawn from, and that is now consumed as a whole."""
    found = suspended_at(item, state)
    assert found is not None
    assert isinstance(item.payload, Reference)
    place, loop = (
        item.payload.place,
        found.function.node.body[0] if isinstance(found.function.node.body, list) else None,
    )
    if is_old(place) or found.positions != (loop,) or found.function.node.name != "over":  # type: ignore[union-attr]
        return None
    state.write(place, replace(found, positions=(None,)))
    return under_control(found.attributes[local(hidden("iterable", loop))], item.controls)


def all_materialized(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Arguments:
    """The same arguments, every generator among them run to its end."""
    if not any(is_suspended(value, state) for value in given.all):
        return given

    def run(value: Value) -> Value:
        return materialized(interp, value, node, frame, state)

    return Arguments(
        [run(value) for value in given.positional], {name: run(value) for name, value in given.named.items()},
        run(given.star), run(given.double_star),
    )  # fmt: skip


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
        raise NeverReturnsError

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
