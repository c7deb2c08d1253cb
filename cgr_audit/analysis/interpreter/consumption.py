"""Statements that consume a generator: their body runs at each ``yield``."""

from __future__ import annotations

import ast
from collections.abc import Callable

from cgr_audit.analysis.interpreter.generators import drive
from cgr_audit.analysis.interpreter.interpreter import (
    Departure,
    Exit,
    Frame,
    Interpreter,
    LeftError,
    Loop,
    ReturnRecord,
    Yielded,
)
from cgr_audit.analysis.interpreter.objects import HeapObject, Sequence, values_in
from cgr_audit.analysis.interpreter.state import Place, State, rejoined
from cgr_audit.analysis.interpreter.values import (
    NO_CONTROL,
    NOTHING,
    AbstractValue,
    External,
    Reference,
    Value,
    known,
    under_control,
)

__all__ = ["drawn_from", "for_each_yielded", "inside_generator", "may_be_longer"]

_READING = frozenset(f"builtins.{name}" for name in ("enumerate", "filter", "iter", "map", "zip"))
"""Functions of the library that read what they iterate over one by one, like all of ``itertools``."""


def for_each_yielded(
    interp: Interpreter, node: ast.For | ast.AsyncFor, item: AbstractValue, frame: Frame, state: State
) -> State | None:
    """A loop over a generator: the generator runs, and every ``yield`` runs the body."""
    base = state.controls

    def each(yielded: Yielded, begun: State) -> Value:
        loop, entered = Loop(), begun.controls
        frame.loops.append(loop)
        interp.iterating += 1
        interp.assign(node.target, under_control(yielded.value, NO_CONTROL), frame, begun, node)
        end = interp.execute(node.body, frame, begun.copy())
        interp.iterating -= 1
        frame.loops.pop()
        _leave(interp, yielded, Exit.BREAK, loop.breaks)
        met = rejoined([*([] if end is None else [end]), *loop.continues], entered)
        if met is None:
            raise LeftError
        begun.become(met)
        return known(None)

    end = state.copy()
    with interp.repeating(None):
        driven = drive(interp, item, each, frame, end)
    after = None if driven.value is None else interp.execute(node.orelse, frame, end)
    return rejoined([*([] if after is None else [after]), *(record.state for record in driven.departures)], base)


def _leave(interp: Interpreter, yielded: Yielded, way: Exit, states: list[State]) -> None:
    """The consumer leaves in these states."""
    for left in states:
        yielded.frame.returns.append(ReturnRecord(yielded.node, NOTHING, left, Departure(way)))
        interp.record(left)


def inside_generator(
    interp: Interpreter, item: AbstractValue, body: Callable[[Value, State], State | None], frame: Frame, state: State
) -> State | None:
    """A ``with`` around a generator: the body runs at its ``yield``, and what it raises is raised there."""

    def each(yielded: Yielded, begun: State) -> Value:
        loop = Loop()
        if frame.loops:
            frame.loops.append(loop)
        end = body(yielded.value, begun.copy())
        if frame.loops:
            frame.loops.pop()
        _leave(interp, yielded, Exit.BREAK, loop.breaks)
        _leave(interp, yielded, Exit.CONTINUE, loop.continues)
        if end is None:
            raise LeftError
        begun.become(end)
        return known(None)

    end = state.copy()
    driven = drive(interp, item, each, frame, end, throws=True)
    for record in driven.departures:
        assert record.departure is not None
        loop = frame.loops[-1]
        (loop.breaks if record.departure.exit is Exit.BREAK else loop.continues).append(record.state)
    return None if driven.value is None else end


def drawn_from(interp: Interpreter, node: ast.expr, state: State) -> dict[Place, Sequence]:
    """The lists that a function of the library, called to iterate over them, reads while the loop goes on."""
    if not isinstance(node, ast.Call):
        return {}
    names = [item.payload.name for item in interp.last.get(node.func, NOTHING).values() if
             isinstance(item.payload, External)]  # fmt: skip
    if not any(name in _READING or name.startswith("itertools.") for name in names):
        return {}
    is_nested = "itertools.chain.from_iterable" in names
    found: dict[Place, Sequence] = {}
    for part in node.args:
        found |= drawn_from(interp, part, state)
        waiting = [interp.last.get(part, NOTHING)]
        for value in waiting:
            for item in value.values():
                held = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
                if (
                    isinstance(held, Sequence)
                    and isinstance(item.payload, Reference)
                    and item.payload.place not in found
                ):
                    found[item.payload.place] = held
                    waiting.extend(values_in(held) if is_nested else ())
    return found


def may_be_longer(found: HeapObject | None, before: Sequence) -> bool:
    """Whether a list may have more elements than before."""
    return not isinstance(found, Sequence) or found.length.high != before.length.high
