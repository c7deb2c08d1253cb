"""How paths leave a loop."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping

from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, Loop
from cgr_audit.analysis.interpreter.objects import values_in
from cgr_audit.analysis.interpreter.state import Cell, Place, State, chosen_by_leaving, join_states, survivors, without
from cgr_audit.analysis.interpreter.values import (
    NO_CONTROL,
    NOTHING,
    ControlDependence,
    Kind,
    Value,
    merge_controls,
    places_of,
)

__all__ = ["drop", "leave", "replaced_by", "skipped"]


def replaced_by(before: State, ends: list[State]) -> dict[Cell, Collection[object]]:
    """What certainly no variable holds any more after the first round of a loop, by the variable that held it."""
    found: dict[Cell, Collection[object]] = {}
    held: list[Value] = []
    for cell, value in before.cells.items():
        if any(end.cells.get(cell) is value for end in ends):
            continue
        gone = [key for key in value if not any(key in end.cells.get(cell, NOTHING) for end in ends)]
        if gone and not held:
            held = [value for end in ends for value in _held(end)]
        gone = [key for key in gone if not any(key in other for other in held)]
        if gone:
            found[cell] = gone
    return found


def _held(state: State) -> list[Value]:
    """The values of all variables, and of the parts of all objects that these lead to."""
    held = list(state.cells.values())
    seen: set[Place] = set()
    for value in held:  # which grows on the way
        for place in places_of(value):
            if place not in seen:
                seen.add(place)
                held.extend(values_in(state.heap[place]))
    return held


def drop(replaced: Mapping[Cell, Collection[object]], state: State) -> None:
    """Leave out what the first round of a loop replaced for certain."""
    for cell, gone in replaced.items():
        value = state.cells.get(cell, NOTHING)
        kept = {key: item for key, item in value.items() if key not in gone}
        if kept and len(kept) < len(value):
            state.cells[cell] = kept


def skipped(node: ast.AST, kind: Kind) -> ControlDependence:
    """What it says that a loop had no iteration."""
    return {node: (1, kind)} if kind is not Kind.NONE else NO_CONTROL


def leave(
    interp: Interpreter, node: ast.AST, frame: Frame, before: State, loop: Loop,
    exits: list[State], base: ControlDependence,
) -> State | None:  # fmt: skip
    """Where the paths out of a loop meet: its end, and its ``break`` statements."""
    end: State | None = None
    if exits:
        gained: ControlDependence = NO_CONTROL
        for state in exits:
            gained = merge_controls(gained, without(state.controls, base))
        end = join_states(exits, base)
        kind = _exhausted(gained)
        mark: ControlDependence = {node: (1, kind)} if kind is not Kind.NONE else NO_CONTROL
        end.controls = merge_controls(merge_controls(base, gained), mark)
        survivors(before, end, {node: (1, Kind.FAILURE)}, interp.asked)
        chosen_by_leaving(before, end, gained)
        end = interp.execute(getattr(node, "orelse", []), frame, end)
    for state in loop.breaks:
        chosen_by_leaving(before, state, without(state.controls, base))
        state.controls = merge_controls(state.controls, {node: (-1, Kind.NONE)})
    states = [*([end] if end is not None else []), *loop.breaks]
    if not states:
        return None
    met = join_states(states, base)
    own: set[ast.AST] = {node.test} if isinstance(node, ast.While) and not _ran_out(node, exits) else set()
    own |= loop.inner - loop.escaped
    if loop.breaks:
        own.add(node)
    for state in states:
        escapes = {
            place: control for place, control in without(state.controls, base).items() if place not in own
        }  # fmt: skip
        met.controls = merge_controls(met.controls, escapes)
    left = without(met.controls, base)
    if not any(place is not node or kind is Kind.FAILURE for place, (_, kind) in left.items()):
        met.controls = base
    return met


def _ran_out(node: ast.While, exits: list[State]) -> bool:
    """Whether the test of a loop fails because time or attempts ran out."""
    return bool(exits) and exits[0].controls.get(node.test, (0, Kind.NONE))[1] is Kind.FAILURE


def _exhausted(gained: ControlDependence) -> Kind:
    """What it says that a loop ran to its end although tests inside could have left it."""
    kinds = [kind for _, kind in gained.values()]
    if any(kind.of_solver for kind in kinds):
        return Kind.FAILURE
    return max(kinds, default=Kind.NONE)
