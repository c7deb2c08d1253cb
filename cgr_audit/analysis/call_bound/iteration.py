"""Running a body for each element of what is iterated over."""

from __future__ import annotations

import ast
from collections.abc import Callable

from cgr_audit.analysis.call_bound.drawing import draw
from cgr_audit.analysis.call_bound.loops import Round, run_loop, run_rounds
from cgr_audit.analysis.call_bound.machine import Machine, Sink
from cgr_audit.analysis.call_bound.sequences import Elements
from cgr_audit.analysis.call_bound.state import State, join_states
from cgr_audit.analysis.call_bound.values import (
    COUNTED,
    Range,
    Ref,
    Value,
    join_all,
)
from cgr_audit.analysis.domains.polynomials import ONE, Bound, constant

__all__ = ["counted", "iterate"]

_UNROLLED = 12


def iterate(
    machine: Machine, state: State, node: ast.AST, source: Elements, body: Callable[[State, Value], State | None]
) -> State | None:
    """Run a body for each element; where the elements are few and known, one after the other.

    Breaks of the body are left in the machine's sink.
    """
    if source.toll is not None:
        return _drawn(machine, state, node, source, body)
    if _is_short(source):
        over, is_whole = _one_by_one(machine, state.copy(), source, body)
        if is_whole:
            return over
    template = source.by_round

    def one(begun: State, at: Round) -> State | None:
        return body(begun, source.each if template is None else counted(template, at.index))

    return run_loop(machine, state, node, source.size.high, one, at_least_one=_has_one(source), source=source.refs)


def _drawn(
    machine: Machine, state: State, node: ast.AST, source: Elements, body: Callable[[State, Value], State | None]
) -> State | None:
    """Ask for each element before its round, and once more where there is none left."""

    def asked(begun: State, value: Value) -> State | None:
        draw(machine, begun, source.toll, ONE, node)
        return body(begun, value)

    over = iterate(machine, state, node, source._replace(toll=None), asked)
    if over is not None:
        draw(machine, over, source.toll, ONE, node)
    return over


def _is_short(source: Elements) -> bool:
    count = len(source.parts) if source.parts is not None else source.size.integer
    return count is not None and count <= _UNROLLED and (source.parts is None or source.size.integer == count)


def _one_by_one(
    machine: Machine, state: State, source: Elements, body: Callable[[State, Value], State | None]
) -> tuple[State | None, bool]:
    """Run a few known rounds; false where a round makes longer what is iterated over, so that there are more."""
    grown: list[Ref] = []
    sizes = {ref: state.things[ref].size for ref in source.refs if ref in state.things}

    def nth(begun: State, place: int) -> State | None:
        if source.parts is not None:
            each = source.parts[place]
        else:
            each = source.each if source.by_round is None else counted(source.by_round, constant(place))
        done = body(begun, each)
        grown.extend(ref for ref, size in sizes.items() if done is not None and _differs(done, ref, size))
        return done

    outer, machine.sink = machine.sink, Sink()
    over = run_rounds(machine, state, source.size.integer or 0, nth)
    inner, machine.sink = machine.sink, outer
    if grown:
        return None, False
    outer.take(inner)
    outer.breaks = join_states(outer.breaks, inner.breaks)
    return over, True


def _differs(state: State, ref: Ref, size: Range) -> bool:
    return ref in state.things and state.things[ref].size != size


def _has_one(source: Elements) -> bool:
    return source.size.low is not None and (source.size.low - ONE).is_certainly_never_negative


def counted(template: Value, number: Bound) -> Value:
    """The element of a round: what ``range`` and ``enumerate`` count is put where it stands."""
    if template.const is COUNTED and template.number is not None:
        return Value(number=template.number + Range(number, number))
    if template.parts is not None:
        parts = tuple(counted(part, number) for part in template.parts)
        return template._replace(parts=parts, element=join_all(parts))
    return template
