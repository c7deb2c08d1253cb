"""Recursion: whether a function that calls itself goes on as before, so that going deeper tells nothing new."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable, Mapping
from collections.abc import Sequence as Several
from dataclasses import dataclass, replace

from cgr_audit.analysis.domains.intervals import ANY_SIZE
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.objects import HeapObject, Instance, Mapped, Sequence
from cgr_audit.analysis.interpreter.state import Cell, Heap, Place, State, widen_constants, widen_numbers, widened
from cgr_audit.analysis.interpreter.values import NO_CONTROL, Constant, Reference, Value

__all__ = ["Activation", "goes_on_as_before", "told_apart_no_more"]


@dataclass(frozen=True, slots=True)
class Activation:
    """What a function was entered with."""

    node: ast.AST
    given: tuple[Value, ...]
    arguments: tuple[Hashable, ...]
    """The constants among them, and the shapes of objects."""
    cells: Mapping[Cell, Value]
    heap: Mapping[Place, HeapObject]

    @classmethod
    def of(cls, node: ast.AST, given: Arguments, state: State) -> Activation:
        """What a function is entered with now."""
        return cls(node, tuple(given.all), _outlines(given, state), dict(state.cells), dict(state.heap))


def goes_on_as_before(activations: Several[Activation], node: ast.AST, given: Arguments, state: State) -> bool:
    """Whether entering a function once more is, as far as constants and lengths tell, entering it as before.

    Numbers among the arguments are not told apart: :func:`bind` widens them.
    """
    before = next((one for one in reversed(activations) if one.node is node), None)
    return (
        before is not None
        and before.arguments == _outlines(given, state)
        and all(_is_same(value, state.cells.get(cell), state) for cell, value in before.cells.items())
        and all(
            found is state.heap.get(place) or _shape(found) == _shape(state.heap[place])
            for place, found in before.heap.items()
        )
    )


def told_apart_no_more(activations: Several[Activation], node: ast.AST, given: Arguments, state: State) -> Arguments:
    """The arguments, where what changes from one entry to the next (also in ``state``) is no longer told apart."""
    before = next((one for one in reversed(activations) if one.node is node), None)
    if before is None or len(before.given) != len(given.all):
        return given
    widened(State(dict(before.cells), Heap(before.heap), NO_CONTROL), state)
    for place, found in before.heap.items():
        _loosen(found, place, state)
    changed = [_merged(old, new, state) for old, new in zip(before.given, given.all, strict=True)]
    values = iter(changed)
    return Arguments(
        [next(values) for _ in given.positional],
        {name: next(values) for name in given.named},
        next(values) if given.star else given.star,
        next(values) if given.double_star else given.double_star,
    )


def _merged(before: Value, after: Value, state: State) -> Value:
    if _outline(before, state.heap) == _outline(after, state.heap):
        return after
    objects = [state.heap.get(item.payload.place) for item in before.values() if isinstance(item.payload, Reference)]
    for item in after.values():
        if isinstance(item.payload, Reference):
            for found in objects:
                _loosen(found, item.payload.place, state)
    return widen_constants(after)


def _loosen(before: HeapObject | None, place: Place, state: State) -> None:
    """A sequence with more or fewer elements than before may have any number."""
    after = state.heap.get(place)
    if not isinstance(before, Sequence) or not isinstance(after, Sequence) or after.items is None:
        return
    if before.items is None or len(before.items) != len(after.items):
        state.write(place, replace(after.loose(), least=0, extent=ANY_SIZE))


def _is_same(before: Value, after: Value | None, state: State) -> bool:
    return before is after or _outline(before, state.heap) == _outline(after or {}, state.heap)


def _outlines(given: Arguments, state: State) -> tuple[Hashable, ...]:
    return tuple(_outline(widen_numbers(value), state.heap) for value in given.all)


def _outline(value: Value, heap: Mapping[Place, HeapObject]) -> Hashable:
    """The constants that a value may be, and the shapes of the objects."""
    parts: set[Hashable] = set()
    for item in value.values():
        if isinstance(item.payload, Constant):
            parts.add(item.payload)
        elif isinstance(item.payload, Reference):
            found = heap.get(item.payload.place)
            parts.add(_shape(found) if found is not None else None)
    return frozenset(parts)


def _shape(found: HeapObject) -> Hashable:
    """How many elements an object has, and which constants are in it."""
    if isinstance(found, Sequence):
        return (None if found.items is None else len(found.items)), _constants([*(found.items or ()), found.rest])
    if isinstance(found, Mapped):
        return frozenset(found.entries), _constants(found.entries.values())
    assert isinstance(found, Instance)
    return frozenset(found.attributes), _constants(found.attributes.values())


def _constants(values: Iterable[Value]) -> frozenset[Constant]:
    return frozenset(item.payload for value in values for item in value.values() if isinstance(item.payload, Constant))
