"""Subscripts: taking an element out of a value, and putting one in."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from cgr_audit.analysis import pure
from cgr_audit.analysis.provenance.heap import (
    allocate,
    constants_of,
    deep_controls,
    deep_dependences,
    lift,
    lower,
    picked,
    unnamed,
)
from cgr_audit.analysis.provenance.objects import Instance, Mapped, Sequence
from cgr_audit.analysis.provenance.state import State
from cgr_audit.analysis.provenance.values import (
    NOTHING,
    UNKNOWN,
    Alternative,
    Controls,
    Known,
    Reference,
    Value,
    controls_of,
    join,
    opaque,
    restrained,
    single,
)

__all__ = ["store_item", "subscript"]


_MISSING = object()


def subscript(value: Value, index: Value, node: ast.AST, frame: int, state: State) -> Value:
    """``value[index]``."""
    result = NOTHING
    index_dependences, index_controls = deep_dependences(index, state), deep_controls(index, state)
    for item in value.values():
        part = _subscripted(item, index, index_dependences, index_controls, node, frame, state)
        result = join(result, restrained(part, item.controls))
    return result


def _subscripted(
    item: Alternative, index: Value, dependences: int, controls: Controls, node: ast.AST, frame: int, state: State
) -> Value:
    payload = item.payload
    try:
        exact = lower(index, state)
    except pure.Unfoldable:
        exact = _MISSING
    if isinstance(payload, Known):
        if exact is not _MISSING:
            try:
                constant = pure.subscript(payload.constant, exact)
            except pure.Unfoldable:
                return NOTHING
            made = lift(constant, node, frame, state, single(item))
            return {new.key: new for new in (unnamed(part, node) for part in made.values())}
        return picked(opaque(item.dependences, sources=(item,), node=node), dependences, node, controls)
    if not isinstance(payload, Reference):
        return opaque(item.dependences | dependences, controls, sources=(item,))
    found = state.heap[payload.place]
    if isinstance(found, Mapped):
        return _keyed(found, exact, dependences, controls, node)
    if isinstance(found, Instance):
        return opaque(deep_dependences(single(item), state) | dependences | UNKNOWN, controls)
    if exact is not _MISSING and found.items is not None:
        if isinstance(exact, int) and -len(found.items) <= exact < len(found.items):
            return found.items[exact]
        if isinstance(exact, slice):
            part = replace(found, items=found.items[exact], nodes=(), fields=())
            return allocate(part, node, frame, state)
        return NOTHING
    if isinstance(exact, slice) or _is_slice(node):
        loose = found.loose()
        part = replace(loose, rest=picked(loose.rest, dependences, node, controls), least=0)
        return allocate(part, node, frame, state)
    return picked(found.any, dependences, node, controls) if found.items is None or len(found.items) > 1 else found.any


def _is_slice(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def _keyed(found: Mapped, exact: object, dependences: int, controls: Controls, node: ast.AST) -> Value:
    if exact is not _MISSING:
        try:
            if exact in found.entries:
                return join(found.entries[exact], found.other_values if found.other_keys else NOTHING)
        except TypeError:
            return NOTHING
        return join(found.other_values, found.default)
    values = found.any_value
    return join(picked(values, dependences, node, controls), found.default)


def store_item(item: Alternative, index: Value, value: Value, state: State, *, strong: bool) -> None:
    """``item[index] = value``; weak where the object may be another one."""
    if not isinstance(item.payload, Reference):
        return
    place = item.payload.place
    found = state.heap[place]
    try:
        exact = lower(index, state)
        hash(exact)
    except (pure.Unfoldable, TypeError):
        exact = _MISSING
    if isinstance(found, Mapped):
        state.heap[place] = _stored_key(found, exact, index, value, strong=strong)
    elif isinstance(found, Sequence):
        if found.items is not None and isinstance(exact, int) and -len(found.items) <= exact < len(found.items):
            items = list(found.items)
            items[exact] = value if strong else join(items[exact], value)
            state.heap[place] = replace(found, items=tuple(items), nodes=())
        else:
            loose = found.loose()
            chosen = picked(value, deep_dependences(index, state), place[0], deep_controls(index, state))
            state.heap[place] = replace(loose, rest=join(loose.rest, chosen))


def _stored_key(found: Mapped, exact: object, index: Value, value: Value, *, strong: bool) -> Mapped:
    if exact is _MISSING and len(index) > 1:
        constants = constants_of(index)
        if constants is not None:
            for item in index.values():
                key = item.payload.constant  # type: ignore[union-attr]
                found = _entered(found, key, single(item), restrained(value, item.controls), strong=False)
            return found
    if exact is not _MISSING:
        return _entered(found, exact, index, value, strong=strong)
    chosen = restrained(value, controls_of(index))
    return replace(found, other_keys=join(found.other_keys, index), other_values=join(found.other_values, chosen))


def _entered(found: Mapped, key: Any, index: Value, value: Value, *, strong: bool) -> Mapped:
    before = found.entries.get(key, NOTHING)
    maybe = found.maybe - {key} if strong else found.maybe | {key} if key not in found.entries else found.maybe
    entries = {**found.entries, key: value if strong else join(before, value)}
    keys = found.keys if key in found.keys else {**found.keys, key: index}
    return replace(found, entries=entries, keys=keys, maybe=frozenset(maybe))
