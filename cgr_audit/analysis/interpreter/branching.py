"""Where a test divides the run in two, and where the paths meet again."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from cgr_audit.analysis.interpreter.conditions import Condition
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, NeverReturnsError
from cgr_audit.analysis.interpreter.state import State, join_states, without
from cgr_audit.analysis.interpreter.values import ControlDependence, merge_controls

__all__ = ["Link", "branch", "follow_chain"]


@dataclass(frozen=True, slots=True)
class Link:
    """One test of a chain of them, such as an ``elif`` or a ``case``."""

    node: ast.AST
    test: Callable[[State], Condition]
    holds: Callable[[State], State | None]
    """Runs what the test chooses."""
    fails: Callable[[State], State | None]
    """What comes to the next test, or to the end of the chain."""


@dataclass(slots=True)
class _Fork:
    """A test whose outcome is unknown, and the paths from it so far."""

    base: ControlDependence
    node: ast.AST
    condition: Condition
    marks: list[tuple[int, int, int]] = field(default_factory=list)
    """Before each way: how many exits, jumps and breaks there were."""
    entries: list[ControlDependence] = field(default_factory=list)
    ends: list[State | None] = field(default_factory=list)
    stays: list[bool] = field(default_factory=list)

    def enter(self, outcome: bool, interp: Interpreter, frame: Frame, state: State) -> State:
        """The state in which a way begins."""
        entry = merge_controls(self.base, self.condition.holds if outcome else self.condition.fails)
        self.marks.append((interp.exits, _jumps(frame), _breaks(frame)))
        self.entries.append(entry)
        return self.condition.way(outcome, state).copy(entry)

    def leave(self, end: State | None, interp: Interpreter, frame: Frame) -> None:
        """A way ends."""
        exits, jumps, breaks = self.marks[-1]
        self.ends.append(end)
        self.stays.append(interp.exits == exits and _jumps(frame) > jumps)
        if _breaks(frame) > breaks:
            frame.loops[-1].leaving.add(self.node)

    def joined(self, frame: Frame) -> State | None:
        """Where both ways meet."""
        if all(end is None for end in self.ends):
            return None
        if frame.loops and any(self.stays):
            frame.loops[-1].inner.update((self.node, *self.condition.holds, *self.condition.fails))
        return _joined(self.base, self.entries, self.ends)


def branch(
    interp: Interpreter, condition: Condition, frame: Frame, state: State,
    holds: Callable[[State], State | None], fails: Callable[[State], State | None], node: ast.AST,
) -> State | None:  # fmt: skip
    """Run one of two continuations, or both where the test is not known, and let the paths meet."""
    return follow_chain(interp, [Link(node, lambda _: condition, holds, fails)], frame, state)


def follow_chain(interp: Interpreter, links: Iterable[Link], frame: Frame, state: State) -> State | None:
    """Make tests until one holds, and let the paths meet; in a loop, for a chain may have any number of tests."""
    forks: list[_Fork] = []
    current: State | None = state
    for link in links:
        assert current is not None
        try:
            condition = link.test(current)
        except NeverReturnsError as error:
            if not forks:
                raise
            interp.exits += 1
            interp.raises(error, current)
            current = None
            break
        if condition.truth is None:
            forks.append(_Fork(current.controls, link.node, condition))
            forks[-1].leave(link.holds(forks[-1].enter(True, interp, frame, current)), interp, frame)
            current = forks[-1].enter(False, interp, frame, current)
        elif condition.truth:
            current = link.holds(current)
            break
        current = link.fails(current)
        if current is None:
            break
    for fork in reversed(forks):
        fork.leave(current, interp, frame)
        current = fork.joined(frame)
    return current


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
