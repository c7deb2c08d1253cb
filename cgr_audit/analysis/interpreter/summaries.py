"""Summaries: what a call gave, kept for programs whose calls multiply to more than can be followed one by one.

A function that is called from very many ways gives its first result again where what it sees has not changed: the
variables around it, every object, and, by kind, its arguments. Responses are then no longer told apart.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from cgr_audit.analysis.domains.cost import Cost
from cgr_audit.analysis.domains.polynomials import Bound
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.interpreter import Interpreter
from cgr_audit.analysis.interpreter.objects import HeapObject
from cgr_audit.analysis.interpreter.state import Cell, Place, State
from cgr_audit.analysis.interpreter.traces import FIRST_TRACE
from cgr_audit.analysis.interpreter.values import Function, Reference, Value

__all__ = ["Summary", "key_of"]

_SHARE = 4
"""Calls are followed one by one until this part of the budget is spent."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a call gave, and what it saw."""

    value: Value
    touched: int
    """What the calls and subscripts in it depended on."""
    cells: Mapping[Cell, Value]
    heap: Mapping[Place, HeapObject]
    cost: Cost
    """What the call costs."""

    def holds_in(self, state: State) -> bool:
        """Whether all that the call saw is as it was."""
        return all(state.cells.get(cell) is value for cell, value in self.cells.items()) and all(
            state.heap.get(place) is found for place, found in self.heap.items()
        )

    @classmethod
    def of(cls, interp: Interpreter, function: Function, value: Value, before: State, after: State) -> Summary | None:
        """The summary of a call; nothing if it changed, or gave, an object or a variable around it."""
        if any(isinstance(item.payload, Reference | Function) for item in value.values()):
            return None
        around = _around(interp, function)
        cells = {
            cell: found for cell, found in before.cells.items() if cell[0] in around or cell[0] not in interp.frames
        }
        made = cls(value, interp.touched, cells, dict(before.heap), _since(before.cost, after.cost))
        return made if made.holds_in(after) else None


def _since(before: Cost, after: Cost) -> Cost:
    return after - before if isinstance(before, Bound) and isinstance(after, Bound) else after


def key_of(interp: Interpreter, function: Function, given: Arguments) -> Hashable | None:
    """What a call is known by; nothing as long as calls are followed one by one, or inside a ``try``."""
    if interp.steps * _SHARE < interp.most_steps or interp.attempts or given.star or given.double_star:
        return None
    arguments = (*enumerate(given.positional), *given.named.items())
    return function.node, function.frame, function.receiver, *((name, _kind(value)) for name, value in arguments)


def _kind(value: Value) -> Hashable:
    """What a value may be, whichever literals and responses it is computed from."""
    return frozenset((item.payload, item.taint % (1 << FIRST_TRACE)) for item in value.values())


def _around(interp: Interpreter, function: Function) -> frozenset[int]:
    """The frames whose variables a function may see, or what it calls: its own outer ones, modules and classes."""
    found = {number for number, frame in interp.frames.items() if isinstance(frame.node, ast.Module | ast.ClassDef)}
    frame = interp.frames.get(function.frame)
    while frame is not None:
        found.add(frame.number)
        frame = frame.parent
    return frozenset(found)
