"""Where a test divides the run in two, and where the paths meet again."""

from __future__ import annotations

import ast
from collections.abc import Callable
from collections.abc import Sequence as Several

from cgr_audit.analysis.interpreter.conditions import Condition
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.state import State, join_states, without
from cgr_audit.analysis.interpreter.values import (
    ControlDependence,
    merge_controls,
)

__all__ = ["branch", "rejoined"]


def branch(
    interp: Interpreter, condition: Condition, frame: Frame, state: State,
    holds: Callable[[State], State | None], fails: Callable[[State], State | None], node: ast.AST,
) -> State | None:  # fmt: skip
    """Run one of two continuations, or both where the test is not known, and let the paths meet."""
    if condition.truth is not None:
        return holds(state) if condition.truth else fails(state)
    base = state.controls
    entries, ends, stays = [], [], []
    for outcome, controls, continuation in ((True, condition.holds, holds), (False, condition.fails, fails)):
        entry = merge_controls(base, controls)
        exits, jumps, breaks = interp.exits, _jumps(frame), _breaks(frame)
        end = continuation(condition.way(outcome, state).copy(entry))
        entries.append(entry)
        ends.append(end)
        stays.append(interp.exits == exits and _jumps(frame) > jumps)
        if _breaks(frame) > breaks:
            frame.loops[-1].leaving.add(node)
    if all(end is None for end in ends):
        return None
    if frame.loops and (stays[0] or stays[1]):
        frame.loops[-1].inner.update((node, *condition.holds, *condition.fails))
    return _joined(base, entries, ends)


def _breaks(frame: Frame) -> int:
    return sum(len(loop.breaks) for loop in frame.loops[-1:])


def _jumps(frame: Frame) -> int:
    return sum(len(loop.breaks) + len(loop.continues) for loop in frame.loops[-1:])


def _joined(base: ControlDependence, entries: list[ControlDependence], ends: list[State | None]) -> State | None:
    left = [(entry, end) for entry, end in zip(entries, ends, strict=True) if end is not None]
    if len(left) == 1:
        return left[0][1]
    escapes = [without(end.controls, entry) for entry, end in left]
    met = join_states([end for _, end in left], base)
    for place, (entry, _) in enumerate(left):
        others = [escape for other, escape in enumerate(escapes) if other != place]
        if escapes[place]:
            met.controls = merge_controls(met.controls, escapes[place])
        elif any(others):
            met.controls = merge_controls(met.controls, without(entry, base))
    return met


def rejoined(left: Several[State], base: ControlDependence, own: ast.AST | None = None) -> State | None:
    """The state where paths meet again; tests that led here either way, and the test ``own``, no longer matter."""
    if len(left) <= 1:
        return left[0] if left else None
    met = join_states(left, base)
    outcomes: dict[ast.AST, set[int]] = {}
    for state in left:
        for place, (outcome, _) in without(state.controls, base).items():
            outcomes.setdefault(place, set()).add(outcome)
    for state in left:
        escapes = {
            place: control
            for place, control in without(state.controls, base).items()
            if place is not own and not outcomes[place] >= {1, -1}
        }
        met.controls = merge_controls(met.controls, escapes)
    return met
