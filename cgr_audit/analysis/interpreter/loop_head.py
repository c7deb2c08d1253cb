"""The state at the head of a loop: widened to a fixpoint, then narrowed by what its cells are known to be."""

from __future__ import annotations

from collections.abc import Collection

from cgr_audit.analysis.interpreter.interpreter import Exhausted, Interpreter
from cgr_audit.analysis.interpreter.state import Place, State, join_states, widened
from cgr_audit.analysis.interpreter.trip_counts import LoopCells
from cgr_audit.analysis.interpreter.values import ControlDependence

__all__ = ["LoopHead"]

_MAX_PASSES = 16
_MAX_REFINEMENTS = 3


class LoopHead:
    """What holds before any iteration of a loop.

    Args:
        interp: the interpreter; what it records from here on is the loop's, until :meth:`leave`.
        cells: the numbers that iterations change.
        state: before the loop.
        places: the objects that are iterated over; where an iteration makes one longer, their size says nothing.
        is_quick: whether one trip count will do.
        builds: whether what the loop makes is measured even where an iteration costs nothing (comprehensions).
    """

    def __init__(
        self,
        interp: Interpreter,
        cells: LoopCells,
        state: State,
        places: Collection[Place],
        *,
        is_quick: bool,
        builds: bool = False,
    ) -> None:
        self.state = state.cost_free()
        self._interp, self._cells, self._places = interp, cells, places
        self._passes = self._refinements = 0
        self._is_settled, self._builds = False, builds
        self._outer = interp.recorded, interp.is_quick
        interp.recorded, interp.met_loop, interp.is_quick = [], False, is_quick
        interp.loop_depth += 1

    def begin(self) -> None:
        """Begin a pass over the body.

        Raises:
            Exhausted: there have been too many.
        """
        if self._passes == _MAX_PASSES:
            raise Exhausted
        self._passes += 1
        self._interp.recorded, self._interp.met_loop = [], False

    def moves(
        self, ends: list[State], base: ControlDependence, marks: list[ControlDependence], *, counts: bool
    ) -> bool:
        """Whether another pass is needed, from the state that this moves to.

        Args:
            ends: the states at the back edge.
            base: the controls of the loop.
            marks: the controls under which the head stays as it is, and under which each end comes about.
            counts: whether an iteration costs anything, so that it matters how many there are.
        """
        cells, head = self._cells, self.state
        if not self._is_settled:
            found = cells.opened(head, widened(head, join_states([head, *ends], base, marks)))
            found.cost = head.cost
            self._is_settled = found.same_as(head)
            if not self._is_settled:
                self.state = found
                return True
        end = join_states(ends, base)
        if any(cells.grows(place, head, end) for place in self._places):
            cells.forget_size()
        before = cells.rounds, cells.moved
        cells.read(head, end)
        if self.was_quick or self._refinements >= _MAX_REFINEMENTS or not (counts or self._builds):
            return False  # its cells are known without another iteration
        is_inexact = counts and not self._refinements and self._interp.met_loop
        if not is_inexact and ((cells.rounds, cells.moved) == before or not cells.moved):
            return False
        placed = cells.placed(head, end)
        placed.cost = head.cost
        if not is_inexact and placed.same_as(head):
            return False
        self._interp.is_quick = False
        self._refinements += 1
        self.state = placed
        return True

    def leave(self) -> list[State]:
        """End the loop: the states in which paths inside it ended."""
        interp = self._interp
        recorded = interp.recorded
        interp.recorded, interp.is_quick = self._outer
        interp.met_loop = True
        interp.loop_depth -= 1
        return recorded

    @property
    def has_moved(self) -> bool:
        """Whether there was another pass before this one."""
        return self._passes > 1

    @property
    def was_quick(self) -> bool:
        """Whether a trip count is enough for the loop around this one."""
        return self._outer[1]
