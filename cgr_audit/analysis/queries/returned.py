"""From what a return may give to what each channel may hold: the one place here that knows the contract's shapes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from cgr_audit.analysis.forms import written_value
from cgr_audit.analysis.interpreter.heap import elements_of
from cgr_audit.analysis.interpreter.objects import Instance, Mapped, Sequence
from cgr_audit.analysis.interpreter.subscripts import keyed
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    UNKNOWN,
    AbstractValue,
    Constant,
    Reference,
    Value,
    join,
    opaque,
    single,
)
from cgr_audit.source.contract import ReturnShape

if TYPE_CHECKING:
    from cgr_audit.analysis.interpreter.state import State
    from cgr_audit.source.contract import Returns

__all__ = ["ReturnedShape", "channel_value", "is_nothing", "misfit", "shapes_of"]


def channel_value(whole: Value, position: ast.AST, name: str, returns: Returns, state: State) -> tuple[Value, ast.AST]:
    """What a returned value gives to one channel, and the expression that stands in its place.

    Args:
        whole: what is returned.
        position: the expression that gives it.
        name: the channel.
        returns: the contract's shape and fields.
        state: the heap at the return.
    """
    result: Value = {}
    for item in whole.values():
        if is_nothing(item):
            continue
        if returns.shape is ReturnShape.MAPPING:
            value, node = _under_key(item, name, state, position)
        else:
            value, node = _in_place(item, returns.fields.index(name), name, len(returns.fields), state)
        position = node if node is not None else position
        for part in value.values():
            result = join(result, single(part.under(item.controls)))
    return result, position


class ReturnedShape(NamedTuple):
    """What a value looks like from outside."""

    kind: ReturnShape
    fields: tuple[str, ...] = ()
    """Of a mapping the keys that it certainly or possibly has; of a tuple the names of what was written in it."""
    length: int = 0
    """Of a tuple."""


def shapes_of(whole: Value, state: State) -> Iterator[ReturnedShape]:
    """The shape of each value that a return may give, but for ``None`` and what is not known."""
    for item in whole.values():
        if not isinstance(item.payload, Reference):
            if not is_nothing(item):
                yield ReturnedShape(ReturnShape.VALUE)
            continue
        found = state.heap[item.payload.place]
        if isinstance(found, Mapped):
            yield ReturnedShape(ReturnShape.MAPPING, tuple(key for key in found.entries if isinstance(key, str)))
        elif isinstance(found, Instance):
            yield ReturnedShape(ReturnShape.MAPPING, tuple(found.attributes))
        elif isinstance(found, Sequence) and found.fields:
            yield ReturnedShape(ReturnShape.MAPPING, found.fields)
        elif isinstance(found, Sequence) and found.items is not None:
            names = tuple(node.id if isinstance(node, ast.Name) else "" for node in found.nodes)
            yield ReturnedShape(ReturnShape.TUPLE, names, len(found.items))


def is_nothing(item: AbstractValue) -> bool:
    """Whether it is ``None``."""
    return isinstance(item.payload, Constant) and item.payload.constant is None


def misfit(whole: Value, position: ast.AST, returns: Returns, state: State) -> str | None:
    """Why what a return gives is certainly not the mapping that the contract asks for, in words that follow "returns".

    Of several values that it may give, all must be wrong, or one that stands in the returned expression itself: which
    of a variable's values reaches a return is not certain.
    """
    if returns.shape is not ReturnShape.MAPPING:
        return None
    items = [item for item in whole.values() if not is_nothing(item)]
    faults = [_misfit(item, returns.fields, state) for item in items]
    if None in faults:
        here = frozenset(ast.walk(position))
        faults = [fault for item, fault in zip(items, faults, strict=True) if _made_by(item) in here]
    return next((fault for fault in faults if fault is not None), None)


def _made_by(item: AbstractValue) -> ast.AST | None:
    return item.payload.place[0] if isinstance(item.payload, Reference) else None


def _misfit(item: AbstractValue, fields: tuple[str, ...], state: State) -> str | None:
    if not isinstance(item.payload, Reference):
        return None
    found = state.heap[item.payload.place]
    if isinstance(found, Instance):
        return None
    if isinstance(found, Sequence) and not found.fields:
        return f"a sequence instead of a mapping with {_listed(fields)}"
    known = found.fields if isinstance(found, Sequence) else found.entries
    if isinstance(found, Mapped) and (found.other_keys or found.other_values):
        return None
    missing = [name for name in fields if name not in known]
    return f"a mapping without {_listed(missing)}" if missing else None


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))


def _under_key(item: AbstractValue, name: str, state: State, position: ast.AST) -> tuple[Value, ast.AST | None]:
    """What stands under a key, or in the field of that name; a value of another shape has no channels."""
    if not isinstance(item.payload, Reference):
        return (NOTHING if isinstance(item.payload, Constant) else single(item)), None
    found = state.heap[item.payload.place]
    if isinstance(found, Mapped):
        return keyed(found, name, position), written_value(position, name)
    if isinstance(found, Instance):
        return found.attributes.get(name, opaque(UNKNOWN)), None
    if name in found.fields and found.items is not None:
        return found.items[found.fields.index(name)], None
    return (opaque(UNKNOWN) if found.items is None else NOTHING), None


def _in_place(item: AbstractValue, place: int, name: str, count: int, state: State) -> tuple[Value, ast.AST | None]:
    """What stands in a place of a sequence, or under the field's name where something else is returned."""
    if not isinstance(item.payload, Reference):
        return (NOTHING if place and isinstance(item.payload, Constant) else single(item)), None
    found = state.heap[item.payload.place]
    if isinstance(found, Sequence) and found.kind == "set":
        return opaque(UNKNOWN), None  # in no order, so that no element is a channel's
    if isinstance(found, Sequence):
        if found.items is not None and len(found.items) == count:
            return found.items[place], found.nodes[place] if len(found.nodes) == count else None
        if found.items is not None and place < len(found.items):
            return found.items[place], None
        return elements_of(single(item), state)[0] or opaque(UNKNOWN), None
    if isinstance(found, Mapped):
        if name in found.entries or found.other_keys or len(found.entries) <= place:
            return found.entries.get(name) or found.other_values, None
        return list(found.entries.values())[place], None
    return found.attributes.get(name, opaque(UNKNOWN)), None
