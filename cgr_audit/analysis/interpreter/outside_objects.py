"""What the program changes in objects that it did not make, such as the item, and what it reads from there.

Such an object has no place in the heap: what it comes from is known, and not which expressions lead to it. What the
program stores in one is therefore kept in variables that all objects of the same source share, a variable for each key
and one for elements, and may be read from each of them.
"""

from __future__ import annotations

import ast

from cgr_audit.analysis.interpreter.state import Cell, State
from cgr_audit.analysis.interpreter.values import (
    FIRST_MARK,
    NOTHING,
    OPAQUE,
    SOLVER,
    UNKNOWN,
    AbstractValue,
    Constant,
    ControlDependence,
    Opaque,
    Value,
    join,
    single,
)

__all__ = ["keep", "kept", "kept_element", "rearrange", "rearranged"]

_ELEMENT, _ANY_KEY, _ORDER = "<element>", "<any key>", "<order>"
_SHARED = -1
"""Stands where the number of a frame stands for other variables."""


def keep(item: AbstractValue, index: Value | None, value: Value, state: State) -> None:
    """``item[index] = value``; without an index ``value`` becomes an element."""
    if not isinstance(item.payload, Opaque):
        return
    for name in _names(index) or ([_ELEMENT] if index is None else [_ELEMENT, _ANY_KEY]):
        cell = _cell(item, name)
        state.cells[cell] = join(state.cells.get(cell, NOTHING), value)


def kept(item: AbstractValue, index: Value, state: State) -> Value:
    """What the program may have stored under an index."""
    if _cell(item, _ANY_KEY) not in state.cells and not _names(index):
        return kept_element(item, state)
    result = NOTHING
    for name in [*_names(index), _ANY_KEY]:
        result = join(result, state.cells.get(_cell(item, name), NOTHING))
    return result


def kept_element(item: AbstractValue, state: State) -> Value:
    """What the program may have stored as an element."""
    return state.cells.get(_cell(item, _ELEMENT), NOTHING)


def rearrange(item: AbstractValue, taint: int, controls: ControlDependence, node: ast.AST, state: State) -> None:
    """Something with this taint decides which elements there are from here on, or their order."""
    if any(kind.of_solver for _, kind in controls.values()):
        taint |= SOLVER
    if isinstance(item.payload, Opaque) and taint & (SOLVER | UNKNOWN):
        cell = _cell(item, _ORDER)
        order = AbstractValue(OPAQUE, taint, controls, frozenset((node,)))
        state.cells[cell] = join(state.cells.get(cell, NOTHING), single(order))


def rearranged(item: AbstractValue, state: State) -> Value:
    """What decided which elements there are, or their order; nothing if they are as they were."""
    return state.cells.get(_cell(item, _ORDER), NOTHING)


def _names(index: Value | None) -> list[str]:
    """The keys that an index may be; nothing if it may be anything else."""
    names = [item.payload.constant for item in (index or NOTHING).values() if isinstance(item.payload, Constant)]
    return names if len(names) == len(index or NOTHING) and all(isinstance(name, str) for name in names) else []


def _cell(item: AbstractValue, name: str) -> Cell:
    return _SHARED, f"{item.taint % FIRST_MARK} {name}"
