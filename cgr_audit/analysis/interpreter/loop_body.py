"""One iteration of a loop."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from cgr_audit.analysis.interpreter.conditions import Condition
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, Loop, NeverReturnsError
from cgr_audit.analysis.interpreter.refinement import refine
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.trip_counts import LoopCells
from cgr_audit.analysis.interpreter.values import ControlDependence, merge_controls

__all__ = ["Enter", "LoopBody", "Round", "apart"]

ENDED = Condition(False)
"""The condition of an iteration whose test or target always raises."""

Enter = Callable[[State, LoopCells], tuple[State, Condition]]
"""Begins an iteration: binds the target, or makes the test."""


@dataclass(frozen=True, slots=True)
class Round:
    """One iteration."""

    begun: State
    """Where the target is bound, or the test is made."""
    condition: Condition
    failing: State | None
    """Where the test of a ``while`` loop fails."""
    ends: list[State]
    """The states at the back edge."""
    loop: Loop
    is_entered: bool
    """Whether the body may run."""

    @property
    def left(self) -> Iterator[State]:
        """Every state that an iteration may be left in."""
        yield from (*self.ends, *self.loop.breaks, self.begun)


@dataclass(frozen=True, slots=True)
class LoopBody:
    """A loop with what begins an iteration and what runs the rest of it."""

    interp: Interpreter
    node: ast.AST
    frame: Frame
    enter: Enter
    body: Callable[[State], State | None]
    cells: LoopCells

    def begin(self, state: State) -> tuple[State, Condition]:
        """Begin an iteration. A test or a target that always raises ends the path, whose cost is recorded."""
        try:
            return self.enter(state, self.cells)
        except NeverReturnsError as error:
            self.interp.exits += 1
            self.interp.raises(error, state)
            return state, ENDED

    def failing(self, begun: State, condition: Condition, base: ControlDependence) -> State | None:
        """Where the test of a ``while`` loop fails; ``None`` if it cannot, or the loop has none."""
        if condition.truth is True or condition is ENDED or not isinstance(self.node, ast.While):
            return None
        way = condition.way(False, begun).copy(merge_controls(base, condition.fails))
        return refine(self.interp, self.node.test, False, self.frame, way)

    def run(self, head: State, base: ControlDependence, loop: Loop) -> Round:
        """Run one iteration from a state at the head."""
        interp, frame = self.interp, self.frame
        frame.loops.append(loop)
        begun, condition = self.begin(head.copy(base))
        failing = self.failing(begun, condition, base)
        way: State | None = None
        if condition.truth is not False:
            way = condition.way(True, begun).copy(merge_controls(base, condition.holds))
            if isinstance(self.node, ast.While):
                way = refine(interp, self.node.test, True, frame, way)
        if way is not None:
            self.cells.begin(head, way)
        interp.iterating += 1
        after = None if way is None else self.body(way)
        interp.iterating -= 1
        frame.loops.pop()
        ends = [*([after] if after is not None else []), *loop.continues]
        return Round(begun, condition, failing, ends, loop, way is not None)


@contextmanager
def apart(interp: Interpreter, frame: Frame) -> Iterator[None]:
    """Run something and discard its records, which are read before this ends."""
    recorded, reached, depth = interp.recorded, interp.reached, interp.loop_depth
    returned, prompts = len(frame.returns), {call: len(found) for call, found in interp.prompts.items()}
    interp.recorded, interp.loop_depth, interp.iterating = [], depth + 1, interp.iterating + 1
    try:
        yield
    finally:
        interp.recorded, interp.reached, interp.loop_depth = recorded, reached, depth
        interp.iterating -= 1
        del frame.returns[returned:]
        for call, found in interp.prompts.items():
            del found[prompts.get(call, 0) :]
