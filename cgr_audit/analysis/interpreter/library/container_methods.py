"""Methods of lists, sets, dictionaries and counters: what they give, and what they change."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from cgr_audit.analysis.domains.intervals import ANY_SIZE, EMPTY, Interval, exactly, largest_of, least_of
from cgr_audit.analysis.domains.polynomials import ONE, ZERO
from cgr_audit.analysis.interpreter.arguments import Arguments, gathered
from cgr_audit.analysis.interpreter.heap import (
    allocate,
    constants_of,
    deep_controls,
    deep_taint,
    elements_of,
    inside,
    length_of,
    selected,
)
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.collections import by_key
from cgr_audit.analysis.interpreter.library.constructors import counted, update
from cgr_audit.analysis.interpreter.objects import HeapObject, Mapped, Sequence
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.subscripts import delete_item, named_by, store_item, subscript, without_some
from cgr_audit.analysis.interpreter.symbols import Computed
from cgr_audit.analysis.interpreter.values import (
    ITEM,
    NOTHING,
    SOLVER,
    UNKNOWN,
    AbstractValue,
    Constant,
    Kind,
    Reference,
    Value,
    interval_of,
    join,
    known,
    opaque,
    single,
    under_control,
)

__all__ = ["MAPPING_METHODS", "SEQUENCE_METHODS", "Model"]


def _put(receiver: AbstractValue, found: HeapObject, state: State) -> None:
    assert isinstance(receiver.payload, Reference)
    state.write(receiver.payload.place, found)


Model = Callable[[Interpreter, AbstractValue, Any, Arguments, ast.AST, Frame, State], Value | None]


def _append(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    if len(given.positional) == 1:
        origin = node.args[0] if isinstance(node, ast.Call) and node.args else None
        _put(receiver, found.appended(given.positional[0], origin), state)
    return known(None)


def _insert(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    if given.positional:
        found = found.loose().appended(given.positional[-1]).loose()
        taint, controls = named_by(given.positional[:-1], state)
        if taint & SOLVER:  # where it stands is for a response to say
            found = replace(found, rest=selected(under_control(found.rest, controls), SOLVER, node))
    _put(receiver, found, state)
    return known(None)


def _extend(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    for value in given.positional:
        rest, some, size = elements_of(value, state, node)
        exact = next(iter(value.values())) if len(value) == 1 else None
        inner = state.heap[exact.payload.place] if exact is not None and isinstance(exact.payload, Reference) else None
        if (
            isinstance(inner, Sequence)
            and inner.items is not None
            and found.items is not None
            and (found.kind == "list" and found.cap is None)
        ):
            found = replace(found, items=(*found.items, *inner.items), nodes=())
        else:
            loose = found.loose()
            ends = inner.ending if isinstance(inner, Sequence) else rest if _is_response(value) else NOTHING
            ends = NOTHING if found.kind == "set" or found.is_many else ends
            found = replace(
                loose.grown(length_of(value, state)),
                rest=join(loose.rest, rest), least=loose.least + int(some), size=loose.size | size, last=ends,
            )  # fmt: skip
    _put(receiver, found, state)
    return known(None)


def _is_response(value: Value) -> bool:
    """Whether it is what a solver gives, as it is: fields of which there are some."""
    return bool(value) and all(isinstance(item.symbol, Computed) and item.symbol.open for item in value.values())


def _pop(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    index = given.positional[0] if given.positional else known(-1)
    value = subscript(interp, single(receiver), index, node, frame.number, state) if found.kind != "set" else selected(
        found.any, UNKNOWN if _several(found) else 0, node)  # fmt: skip
    if found.items is not None and not given.positional and found.items:
        _put(receiver, replace(found, items=found.items[:-1], nodes=()), state)
    else:
        left = found.shrunk(exactly(1)) if found.items is not None or found.length.high != ZERO else found
        _put(receiver, without_some(left, *named_by(list(given.all), state), node), state)
    return value


def _several(found: Sequence) -> bool:
    return len(found.any) > 1


def _pop_left(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    value: Value = found.items[0] if found.items else found.any
    rest = (
        replace(found, items=found.items[1:], nodes=()) if found.items else replace(found.shrunk(exactly(1)), least=0)
    )
    _put(receiver, rest, state)
    return value


def _clear(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    _put(
        receiver,
        Sequence(found.kind, (), cap=found.cap)
        if isinstance(found, Sequence)
        else Mapped({}, {}, default=found.default, inserts=found.inserts, extent=EMPTY),
        state,
    )
    return known(None)


def _sort(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    loose = found.loose()
    chosen = by_key(interp, loose.rest, given.named.get("key"), node, frame, state)
    _put(receiver, replace(loose, rest=under_control(chosen, state.controls)), state)
    return known(None)


def _reverse(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    if found.items is None:
        return _reordered(interp, receiver, found, given, node, frame, state)
    _put(receiver, replace(found, items=found.items[::-1], nodes=found.nodes[::-1]), state)
    return known(None)


def _remove(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    constants = constants_of(given.positional[0]) if given.positional else None
    left = _without_constant(found, constants[0]) if constants is not None and len(constants) == 1 else None
    if left is None:
        by = Interval(ZERO, ONE) if found.kind == "set" else exactly(1)  # `discard` may find nothing
        left = without_some(found.shrunk(by), *named_by(list(given.all), state), node)
    _put(receiver, left, state)
    return known(None)


def _without_constant(found: Sequence, constant: object) -> Sequence | None:
    """Without the first element that is this constant, or of a set the only one; nothing where that is not known."""
    if found.items is not None:
        for place, item in enumerate(found.items):
            constants = constants_of(item)
            if constants is None or len(constants) > 1:
                return None
            if constants[0] == constant:
                return replace(found, items=(*found.items[:place], *found.items[place + 1 :]), nodes=())
        return found
    if found.kind != "set":
        return None
    rest = {key: item for key, item in found.rest.items() if item.payload != Constant(type(constant), constant)}
    gone = len(rest) < len(found.rest)
    return replace(found.shrunk(Interval(ZERO, ONE)), rest=rest, least=max(found.least - 1, 0)) if gone else None


def _reordered(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    """``rotate`` and what else leaves the same elements in another order."""
    _put(receiver, replace(without_some(found, *named_by(list(given.all), state), node),
                           least=found.shortest), state)  # fmt: skip
    return known(None)


def _extend_left(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    value = _extend(interp, receiver, found.loose(), given, node, frame, state)
    assert isinstance(receiver.payload, Reference)
    left = state.heap[receiver.payload.place]
    if isinstance(left, Sequence):
        _put(receiver, left.loose(), state)
    return value


def _keep_some(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    """``difference_update`` and ``intersection_update``."""
    left = without_some(found, *named_by(list(given.all), state), node)
    _put(receiver, replace(left.shrunk(ANY_SIZE), least=0), state)
    return known(None)


def _get_item(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    return subscript(interp, single(receiver), given.positional[0], node, frame.number, state)


def _set_item(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    store_item(receiver, given.positional[0], given.positional[1], state, strong=True)
    return known(None)


def _delete_item(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    delete_item(receiver, given.positional[0], node, state, strong=True)
    return known(None)


def _pop_item(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    if found.entries and not (found.maybe or found.other_keys):
        last = next(iter(given.positional[0].values())).payload != Constant(bool, False) if given.positional else True
        name = list(found.entries)[-1 if last else 0]
        row = Sequence("tuple", (found.keys[name], found.entries[name]))
        delete_item(receiver, found.keys[name], node, state, strong=True)
        return allocate(row, node, inside(frame.number, 1), state)
    row = Sequence("tuple", (found.any_key, found.any_value))
    others = replace(found, entries={}, keys={}, maybe=frozenset(), other_keys=found.any_key,
                     other_values=found.any_value, settled=frozenset(), extent=found.shrunk(exactly(1)).extent)  # fmt: skip
    _put(receiver, others, state)
    return allocate(row, node, inside(frame.number, 1), state)


def _move_to_end(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    """The order of the entries is no longer known."""
    key, value = under_control(found.any_key, state.controls), found.any_value
    taint = gathered(given.all, state)[0]
    moved = selected(key, taint, node)
    _put(receiver, replace(found, entries={}, keys={}, maybe=frozenset(), other_keys=moved, other_values=value,
                           extent=found.length), state)  # fmt: skip
    return known(None)


def _subtract(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    """Any count may be less."""
    less = opaque(gathered(given.all, state)[0], state.controls)
    entries = {name: join(value, less) for name, value in found.entries.items()}
    keys = join(found.other_keys, gathered_elements(given, state))
    grown = found.grown(ANY_SIZE)
    _put(receiver, replace(grown, entries=entries, other_keys=keys, other_values=join(found.other_values, less),
                           leader=NOTHING, lead=0, cast=frozenset()), state)  # fmt: skip
    return known(None)


def gathered_elements(given: Arguments, state: State) -> Value:
    """What any element of any argument may be."""
    result = NOTHING
    for value in given.all:
        result = join(result, elements_of(value, state)[0])
    return result


def _index(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    """Where the best of several responses stands: they choose the place, and none of them says it."""
    taint = deep_taint(single(receiver), state)
    if not taint & SOLVER or not given.positional:
        return None
    interp.traces.ranked(node, taint)
    return selected(opaque(0), SOLVER, node)


def _copy(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    return allocate(found, node, frame.number, state)


def _union(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    loose = found.loose()
    rest, size = loose.rest, loose.size
    for value in given.positional:
        part, _, amount = elements_of(value, state, node)
        rest, size = join(rest, part), size | amount
    extent = loose.shrunk(ANY_SIZE).extent
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and "inter" in node.func.attr:
        return allocate(Sequence(found.kind, None, rest, 0, size, extent=extent), node, frame.number, state)
    for value in given.positional:
        extent = extent + Interval(ZERO, length_of(value, state).high)
    return allocate(Sequence(found.kind, None, rest, 0, size, extent=extent), node, frame.number, state)


def _as_dict(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    if not found.fields or found.items is None:
        return None
    values = dict(zip(found.fields, found.items, strict=True))
    return allocate(Mapped(values, {name: known(name) for name in values}), node, frame.number, state)


def _replace_fields(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    if not found.fields or found.items is None or given.double_star:
        return None
    items = tuple(given.named.get(name, item) for name, item in zip(found.fields, found.items, strict=True))
    return allocate(Sequence("tuple", items, fields=found.fields, of=found.of), node, frame.number, state)


def _get(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    if not given.positional:
        return None
    key = given.positional[0]
    default = given.positional[1] if len(given.positional) > 1 else given.named.get("default", known(None))
    plain = replace(found, default=NOTHING)
    assert isinstance(receiver.payload, Reference)
    place = (node, inside(frame.number, 1))
    state.write(place, plain)
    checked = interp.traces.checked
    value = subscript(interp, single(AbstractValue(Reference(place))), key, node, frame.number, state)
    has_default = any(item.payload != Constant(type(None), None) for item in default.values())
    if has_default and not any(interp.is_missing(name) for name in found.entries):
        interp.traces.checked = checked  # who has a default for it does not ask whether the key is there
    exact = next(iter(key.values())).payload if len(key) == 1 else None
    if isinstance(exact, Constant) and exact.constant in found.entries and exact.constant not in found.maybe:
        return value
    taint, _, _ = gathered([key, found.other_keys], state)
    led = gathered([key], state)[1]
    keys = (key, found.keys.get(exact.constant, NOTHING)) if isinstance(exact, Constant) else (key,)
    for item in (item for part in keys for item in part.values()):
        for _, kind in item.controls.values():
            taint |= SOLVER if kind.of_solver else 0
    kind = Kind.FAILURE if taint & SOLVER else Kind.UNKNOWN if taint & UNKNOWN else (
        Kind.ITEM if taint & ITEM else Kind.NONE)  # fmt: skip
    if not value:
        return default
    there, missing = {node: (1, min(kind, Kind.SUCCESS))}, {**led, node: (-1, kind)}
    return join(under_control(value, there), under_control(default, missing))


def _set_default(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    value = _get(interp, receiver, found, given, node, frame, state)
    if value is not None:
        default = given.positional[1] if len(given.positional) > 1 else known(None)
        exact = constants_of(given.positional[0])
        plain = exact is not None and len(exact) == 1 and not any(
            isinstance(item.payload, Reference) for item in default.values())  # fmt: skip
        store_item(receiver, given.positional[0], value if plain else default, state, strong=plain)
        if not plain:
            return subscript(interp, single(receiver), given.positional[0], node, frame.number, state)
    return value


def _pop_key(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    if not given.positional:
        return None
    value = _get(interp, receiver, found, given, node, frame, state)
    delete_item(receiver, given.positional[0], node, state, strong=True)
    return value


def _items(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    rows = []
    for number, (name, value) in enumerate(found.entries.items()):
        row = Sequence("tuple", (found.keys[name], value))
        rows.append(allocate(row, node, inside(frame.number, number + 1), state))
    if not found.maybe and not found.other_keys:
        return allocate(Sequence("iterator", tuple(rows)), node, frame.number, state)
    rest = NOTHING
    for made in rows:
        rest = join(rest, made)
    if found.other_keys:
        other = Sequence("tuple", (found.other_keys, found.other_values))
        rest = join(rest, allocate(other, node, inside(frame.number, 60), state))
    return allocate(Sequence("iterator", None, rest, found.shortest, extent=found.length), node, frame.number, state)


def _keys(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    if not found.maybe and not found.other_keys:
        return allocate(Sequence("iterator", tuple(found.keys.values())), node, frame.number, state)
    return allocate(
        Sequence("iterator", None, found.any_key, found.shortest, extent=found.length), node, frame.number, state
    )


def _values(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    if not found.maybe and not found.other_keys:
        return allocate(Sequence("iterator", tuple(found.entries.values())), node, frame.number, state)
    return allocate(
        Sequence("iterator", None, found.any_value, found.shortest, extent=found.length), node, frame.number, state
    )


def _update(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    for value in given.positional:
        if found.default and found.default.keys() == known(0).keys():
            counted(interp, receiver, value, node, state)
        else:
            update(receiver, value, state)
    for name, value in given.named.items():
        store_item(receiver, known(name), value, state, strong=True)
    return known(None)


def _most_common(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    taint = deep_taint(found.any_value, state) | found.order
    for _, kind in deep_controls(found.any_value, state).values():
        taint |= SOLVER if kind.of_solver else 0
    if found.winner and given.positional and constants_of(given.positional[0]) == [1]:
        row = allocate(Sequence("tuple", (found.winner, found.any_value)), node, inside(frame.number, 1), state)
        return allocate(Sequence("list", (row,)), node, frame.number, state)
    keys = selected(found.any_key, taint, node)
    row = allocate(Sequence("tuple", (keys, found.any_value)), node, inside(frame.number, 1), state)
    least = min(found.shortest, 1)
    extent = found.length
    asked = interval_of(given.positional[0]) if given.positional else None
    if asked is not None:
        extent = least_of(extent, largest_of(asked, EMPTY))
    return allocate(Sequence("list", None, row, least, taint, extent=extent), node, frame.number, state)


def _elements(
    interp: Interpreter,
    receiver: AbstractValue,
    found: Any,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value | None:
    return allocate(Sequence("iterator", None, found.any_key, 0, found.order), node, frame.number, state)


SEQUENCE_METHODS: Mapping[str, Model] = MappingProxyType({
    "append": _append, "add": _append, "appendleft": _insert, "insert": _insert, "extend": _extend, "update": _extend,
    "pop": _pop, "popleft": _pop_left, "clear": _clear, "sort": _sort, "reverse": _reverse, "remove": _remove,
    "discard": _remove, "copy": _copy, "__iter__": _copy, "union": _union, "intersection": _union,
    "difference": _union, "symmetric_difference": _union, "_asdict": _as_dict, "_replace": _replace_fields,
    "__next__": _pop_left, "index": _index, "rotate": _reordered, "extendleft": _extend_left,
    "difference_update": _keep_some, "intersection_update": _keep_some, "symmetric_difference_update": _extend,
    "__getitem__": _get_item, "__setitem__": _set_item, "__delitem__": _delete_item,
})  # fmt: skip


MAPPING_METHODS: Mapping[str, Model] = MappingProxyType({
    "get": _get, "setdefault": _set_default, "pop": _pop_key, "items": _items, "keys": _keys, "values": _values,
    "update": _update, "copy": _copy, "clear": _clear, "most_common": _most_common, "elements": _elements,
    "popitem": _pop_item, "move_to_end": _move_to_end, "subtract": _subtract,
    "__getitem__": _get_item, "__setitem__": _set_item, "__delitem__": _delete_item,
})  # fmt: skip
