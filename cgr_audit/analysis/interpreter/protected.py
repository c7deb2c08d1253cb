"""``try``: a handler runs in any state in which something that it catches may be raised.

What the program raises by itself goes, with its value and under the tests that led there, to the handlers that fit.
Anything else may be raised wherever a call, a lookup or an operation stands: a failure of what the body touched.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from cgr_audit.analysis.flow.exceptions import may_raise
from cgr_audit.analysis.interpreter.heap import sequence_of
from cgr_audit.analysis.interpreter.interpreter import Attempt, Frame, Interpreter, NeverReturnsError, Raised
from cgr_audit.analysis.interpreter.library.exceptions import belongs
from cgr_audit.analysis.interpreter.objects import replace
from cgr_audit.analysis.interpreter.state import State, join_states, plain_join, rejoined, without
from cgr_audit.analysis.interpreter.values import (
    ITEM,
    NO_CONTROL,
    NOTHING,
    SOLVER,
    UNKNOWN,
    AbstractValue,
    Class,
    ControlDependence,
    External,
    Kind,
    Reference,
    Value,
    join,
    kind_of_absence,
    merge_controls,
    opaque,
    under_control,
)

__all__ = ["execute_try"]

Last = Callable[[State, bool], State | None]
"""What runs last on a way out, told whether something was raised; nothing is left where it goes elsewhere."""

_STOPS = frozenset({"builtins.StopIteration", "builtins.StopAsyncIteration"})
_CATCHING_ALL = frozenset({"builtins.Exception", "builtins.BaseException"})


def execute_try(
    interp: Interpreter, node: ast.Try | ast.TryStar, frame: Frame, state: State, *, certain: bool = True,
    rest: Callable[[State], State | None] | None = None, last: Last | None = None,
) -> State | None:  # fmt: skip
    """A ``try`` with its handlers, ``else`` and ``finally``.

    It is not ``certain`` that its handlers catch where they may pass anything on. A generator that goes on inside runs
    only the ``rest`` of the body. What runs ``last`` on every way out is ``finally``, unless it is handed in.
    """
    body = rest or (lambda begun: interp.execute(node.body, frame, begun))
    if last is None and not node.finalbody:
        return _execute_guarded(interp, node, frame, state, body, certain=certain)
    swallows = last is not None or _jumps_away(node.finalbody)
    leave = last or (lambda inner, _: interp.execute(node.finalbody, frame, inner))
    base, returned, jumps = state.controls, len(frame.returns), _jumps(frame)
    whole, attempts = Attempt(depth=interp.loop_depth), interp.attempts
    interp.attempts = [*attempts, whole]
    touched, interp.touched = interp.touched, 0
    met = _execute_guarded(interp, node, frame, state, body, certain=certain)
    interp.attempts, kind = attempts, kind_of_absence(interp.touched)
    interp.touched |= touched
    leaving = _leave_through(interp, frame, returned, jumps, leave)
    needed = bool(interp.attempts) or swallows or not (met is not None or leaving)
    _raise_through(interp, whole, merge_controls(base, {node: (1, kind)}), leave, needed=needed)
    return leave(met, False) if met is not None else None


def _execute_guarded(
    interp: Interpreter, node: ast.Try | ast.TryStar, frame: Frame, state: State,
    body: Callable[[State], State | None], *, certain: bool,
) -> State | None:  # fmt: skip
    """The body, the handlers and ``else``."""
    base, attempts, attempt = state.controls, interp.attempts, Attempt(depth=interp.loop_depth)
    start = state.copy()
    touched, content_raised = interp.touched, interp.content_raised
    interp.touched, interp.content_raised = 0, False
    before = interp.traces.enter_try()
    classes = [_classes(interp, node, handler, frame, state) for handler in node.handlers]
    catches_all = certain and any(
        handler.type is None or _are_all(found) for found, handler in zip(classes, node.handlers, strict=True)
    )
    interp.attempts = [attempt] if catches_all else [*attempts, attempt]
    try:
        end = body(state)
    except NeverReturnsError as error:  # what is evaluated in it is not a statement
        interp.exits += 1
        interp.raises(error, state)
        end = None
    interp.attempts = attempts
    kind, chosen = kind_of_absence(interp.touched), interp.content_raised
    interp.traces.leave_try(node, before, interp.touched)
    touches_nothing = not interp.touched
    interp.touched, interp.content_raised = touched | interp.touched, content_raised or interp.content_raised
    if end is not None:
        if may_raise(node.body[-1]):
            attempt.states.append(end.copy())
        success: ControlDependence = {node: (-1, Kind.SUCCESS if chosen else Kind.NONE)}
        end.controls = merge_controls(end.controls, success)
        end = interp.execute(node.orelse, frame, end)
    implicit = Raised(
        opaque(_taint_of(kind)), plain_join(attempt.states or [start], merge_controls(base, {node: (1, kind)}))
    )
    ends, waiting = [end], attempt.raised
    explains_all = bool(waiting) and (touches_nothing or not attempt.states)
    for handler, found in zip(node.handlers, classes, strict=True):
        caught, waiting = _divided(interp, waiting, found)
        is_exact = kind is not Kind.UNKNOWN and _are_stops(found)
        if not (caught and explains_all) and not is_exact and (_may_be_implicit(found) or kind is Kind.UNKNOWN):
            caught = [*caught, implicit]
        if caught:
            ends.append(_handle(interp, handler, caught, base, frame))
    if attempts:
        attempts[-1].raised.extend(attempt.raised if not certain else waiting)
    return rejoined([state for state in ends if state is not None], base, node)


def _classes(
    interp: Interpreter, node: ast.Try | ast.TryStar, handler: ast.ExceptHandler, frame: Frame, state: State
) -> list[AbstractValue] | None:
    """What a handler catches; nothing if that is everything or cannot be told."""
    if handler.type is None or isinstance(node, ast.TryStar):
        return None
    parts = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    found: list[AbstractValue] = []
    for part in parts:
        for item in interp.evaluate(part, frame, state).values():
            if isinstance(item.payload, Reference):
                found.extend(sequence_of(item, state).any.values())
            else:
                found.append(item)
    return found if all(isinstance(item.payload, Class | External) for item in found) else None


def _are_all(classes: list[AbstractValue] | None) -> bool:
    return any(isinstance(item.payload, External) and item.payload.name in _CATCHING_ALL for item in classes or ())


def _are_stops(classes: list[AbstractValue] | None) -> bool:
    """Whether only the end of an iterator is caught, which is always raised in plain sight."""
    return bool(classes) and all(
        isinstance(item.payload, External) and item.payload.name in _STOPS for item in classes or ()
    )


def _may_be_implicit(classes: list[AbstractValue] | None) -> bool:
    """Whether something may be caught that the program does not raise by itself: no exception of its own classes."""
    return classes is None or any(isinstance(item.payload, External) for item in classes)


def _divided(
    interp: Interpreter, raised: list[Raised], classes: list[AbstractValue] | None
) -> tuple[list[Raised], list[Raised]]:
    """What a handler may catch, and what it may leave to others."""
    if classes is None:
        return raised, []
    caught: list[Raised] = []
    left: list[Raised] = []
    for one in raised:
        told = {key: belongs(interp, item, classes, one.state) for key, item in one.value.items()}
        mine = {key: item for key, item in one.value.items() if told[key] is not False}
        others = {key: item for key, item in one.value.items() if told[key] is not True}
        for part, found in ((mine, caught), (others, left)):
            if part:
                found.append(Raised(part, one.state if len(part) == len(one.value) else _chosen(one.state, part)))
    return caught, left


def _chosen(state: State, part: Value) -> State:
    """The state in which it is this part of a value, by the tests that chose it."""
    controls = state.controls
    for item in part.values():
        controls = merge_controls(controls, item.controls)
    return state.copy(controls)


def _handle(
    interp: Interpreter, handler: ast.ExceptHandler, caught: list[Raised], base: ControlDependence, frame: Frame
) -> State | None:
    """Run a handler for all that it may catch."""
    states = [one.state.copy() for one in caught]
    value, reasons = NOTHING, NO_CONTROL
    for one in caught:
        own = without(one.state.controls, base)
        value, reasons = join(value, under_control(one.value, own)), merge_controls(reasons, own)
    inner = join_states(states, base)
    inner.controls = merge_controls(base, reasons)
    if handler.name is not None:
        owner = frame.owner_of(handler.name) or frame
        inner.cells[(owner.number, handler.name)] = value
    handled = interp.handled
    interp.handled = [*handled, value]
    end = interp.execute(handler.body, frame, inner)
    interp.handled = handled
    return end


def _pending(frame: Frame) -> list[list[State]]:
    """The states on their way out of the innermost loop, or to its next iteration."""
    return [frame.loops[-1].breaks, frame.loops[-1].continues] if frame.loops else []


def _jumps(frame: Frame) -> list[int]:
    return [len(states) for states in _pending(frame)]


def _leave_through(interp: Interpreter, frame: Frame, returned: int, jumps: list[int], last: Last) -> bool:
    """Run ``finally`` for every return and jump on its way out; one in ``finally`` takes its place."""
    returns = [one for one in frame.returns[returned:] if not one.is_pause]
    frame.returns[returned:] = [one for one in frame.returns[returned:] if one.is_pause]
    pending = _pending(frame)
    leaving = [(states, states[start:]) for states, start in zip(pending, jumps, strict=True)]
    for states, start in zip(pending, jumps, strict=True):
        del states[start:]
    for record in returns:
        end = last(record.state.copy(), False)
        if end is not None:
            frame.returns.append(replace(record, state=end))
            if frame.loops or record.departure is not None:
                interp.record(end)
    for states, left in leaving:
        for state in left:
            end = last(state, False)
            if end is not None:
                states.append(end)
    return bool(returns) or any(left for _, left in leaving)


def _raise_through(
    interp: Interpreter, whole: Attempt, controls: ControlDependence, last: Last, *, needed: bool
) -> None:
    """Run ``finally`` for every exception on its way out; a return or jump in ``finally`` takes its place."""
    raised = [Raised(one.value, end) for one in whole.raised if (end := last(one.state.copy(), True)) is not None]
    for one in raised:
        interp.record(one.state)
    if interp.attempts:
        interp.attempts[-1].raised.extend(raised)
    if not whole.states or not needed:
        return
    end = last(plain_join(whole.states, controls), True)
    if end is not None:
        interp.record(end)
        for attempt in interp.attempts:
            attempt.states.append(end)


def _jumps_away(body: list[ast.stmt]) -> bool:
    """Whether what ``finally`` does may swallow an exception."""
    return any(isinstance(part, ast.Return | ast.Break | ast.Continue) for node in body for part in ast.walk(node))


def _taint_of(kind: Kind) -> int:
    """What an exception that the program does not raise by itself is made of."""
    return {Kind.FAILURE: SOLVER, Kind.UNKNOWN: UNKNOWN, Kind.ITEM: ITEM}.get(kind, 0)
