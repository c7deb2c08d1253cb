"""Methods of lists, sets, dictionaries and counters: what they give, and what they change."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
    remaining,
    selected,
)
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.collections import by_key
from cgr_audit.analysis.interpreter.library.constructors import counted, update
from cgr_audit.analysis.interpreter.library.declaration import parameters_take
from cgr_audit.analysis.interpreter.objects import HeapObject, Mapped, Sequence, replace
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.subscripts import delete_item, named_by, store_item, subscript, without_some
from cgr_audit.analysis.interpreter.symbols import Computed
from cgr_audit.analysis.interpreter.values import (
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
    kind_of_absence,
    known,
    opaque,
    single,
    under_control,
)

__all__ = ["MAPPING_METHODS", "SEQUENCE_METHODS", "MethodCall", "MethodDeclaration"]


@dataclass(frozen=True, slots=True)
class MethodCall:
    """A call of a method of a container."""

    interp: Interpreter
    receiver: AbstractValue
    found: Any
    """The container: of the kind that the method belongs to."""
    given: Arguments
    node: ast.AST
    frame: Frame
    state: State

    def put(self, found: HeapObject) -> Value:
        """Change the container, and give ``None``."""
        assert isinstance(self.receiver.payload, Reference)
        self.state.write(self.receiver.payload.place, found)
        return known(None)

    def make(self, found: HeapObject, part: int = 0) -> Value:
        """A new object, or a part of one."""
        return allocate(found, self.node, inside(self.frame.number, part), self.state)

    def may_raise(self) -> None:
        """Where there may be nothing to take out, the call ends the path, with what that has cost."""
        if not (self.found.shortest or self.found.length.is_positive):
            self.interp.record(self.state.copy())

    def named(self) -> tuple[int, Any]:
        """What decides which element the arguments name."""
        return named_by(self.given.all, self.state)


Method = Callable[[MethodCall], Value | None]


@dataclass(frozen=True, slots=True)
class MethodDeclaration:
    """A method of a container that is modelled."""

    parameters: str
    """What its model understands, as Python writes parameters."""
    model: Method

    def takes(self, given: Arguments) -> bool:
        """Whether a call passes nothing but what the model understands: how many a star gives, it does not."""
        return not given.star and parameters_take(self.parameters, given)


def _append(call: MethodCall) -> Value:
    origin = call.node.args[0] if isinstance(call.node, ast.Call) and call.node.args else None
    return call.put(call.found.appended(call.given.positional[0], origin))


def _insert(call: MethodCall) -> Value:
    found = call.found.loose().appended(call.given.positional[-1]).loose()
    taint, controls = named_by(call.given.positional[:-1], call.state)
    if taint & SOLVER:  # where it stands is for a response to say
        found = replace(found, rest=selected(under_control(found.rest, controls), SOLVER, call.node))
    return call.put(found)


def _extend(call: MethodCall) -> Value:
    return call.put(_extended(call, call.found))


def _extended(call: MethodCall, found: Sequence) -> Sequence:
    for value in call.given.positional:
        rest, some, size = elements_of(value, call.state, call.node)
        exact = next(iter(value.values())) if len(value) == 1 else None
        is_object = exact is not None and isinstance(exact.payload, Reference)
        inner = call.state.heap[exact.payload.place] if is_object else None  # type: ignore[union-attr]
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
                loose.grown(length_of(value, call.state).plain),
                rest=join(loose.rest, rest), least=loose.least + int(some), size=loose.size | size, last=ends,
            )  # fmt: skip
    return found


def _is_response(value: Value) -> bool:
    """Whether it is what a solver gives, as it is: fields of which there are some."""
    return bool(value) and all(isinstance(item.symbol, Computed) and item.symbol.open for item in value.values())


def _extend_left(call: MethodCall) -> Value:
    return call.put(_extended(call, call.found.loose()).loose())


def _exchange(call: MethodCall) -> Value:
    """``symmetric_difference_update``: what both hold goes."""
    more = _extended(call, call.found)
    return call.put(replace(more.with_length(Interval(ZERO, more.length.high)), least=0))


def _pop(call: MethodCall) -> Value:
    call.may_raise()
    found, given = call.found, call.given.positional
    index = given[0] if given else known(-1)
    if found.kind == "set":
        value = selected(found.any, UNKNOWN if len(found.any) > 1 else 0, call.node)
    else:
        value = subscript(call.interp, single(call.receiver), index, call.node, call.frame.number, call.state)
    if found.items and not given:
        call.put(replace(found, items=found.items[:-1], nodes=()))
    else:
        left = found.shrunk(exactly(1)) if found.items is not None or found.length.high != ZERO else found
        call.put(without_some(left, *call.named(), call.node))
    return value


def _pop_left(call: MethodCall) -> Value:
    call.may_raise()
    found = call.found
    value: Value = found.items[0] if found.items else found.any
    if found.items:
        call.put(replace(found, items=found.items[1:], nodes=()))
    else:
        call.put(replace(found.shrunk(exactly(1)), least=max(found.least - 1, 0)))
    return value


def _clear(call: MethodCall) -> Value:
    found = call.found
    if isinstance(found, Sequence):
        return call.put(Sequence(found.kind, (), cap=found.cap))
    return call.put(Mapped({}, {}, default=found.default, inserts=found.inserts, extent=EMPTY))


def _sort(call: MethodCall) -> Value:
    loose = call.found.loose()
    key = call.given.named.get("key")
    chosen = by_key(call.interp, loose.rest, key, call.node, call.frame, call.state, loose.length)
    taint, controls, _ = gathered([call.given.named.get("reverse", NOTHING)], call.state)
    chosen = selected(chosen, taint, call.node, controls)
    return call.put(replace(loose, rest=under_control(chosen, call.state.controls), last=NOTHING))


def _reverse(call: MethodCall) -> Value:
    if call.found.items is None:
        return _reordered(call)
    return call.put(replace(call.found, items=call.found.items[::-1], nodes=call.found.nodes[::-1]))


def _reordered(call: MethodCall) -> Value:
    """``rotate`` and what else leaves the same elements in another order."""
    found = call.found
    return call.put(replace(without_some(found, *call.named(), call.node), least=found.shortest, last=NOTHING))


def _remove(by: Interval) -> Method:
    """``remove`` takes out one element, ``discard`` one at most."""

    def model(call: MethodCall) -> Value:
        if by.is_positive:  # it may not be there
            call.interp.record(call.state.copy())
        constants = constants_of(call.given.positional[0])
        left = _without_constant(call.found, constants[0]) if constants is not None and len(constants) == 1 else None
        return call.put(left or without_some(call.found.shrunk(by), *call.named(), call.node))

    return model


def _without_constant(found: Sequence, constant: object) -> Sequence | None:
    """Without the first element that is this constant, or of a set the only one; nothing if that is not known."""
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


def _keep_some(call: MethodCall) -> Value:
    """``difference_update`` and ``intersection_update``."""
    left = without_some(call.found, *call.named(), call.node)
    return call.put(replace(left.shrunk(ANY_SIZE), least=0))


def _combined(*, grows: bool) -> Method:
    """``union``, ``intersection`` and the like: a new set."""

    def model(call: MethodCall) -> Value:
        loose = call.found.loose()
        rest, size, extent = loose.rest, loose.size, Interval(ZERO, loose.length.high)
        for value in call.given.positional:
            part, _, amount = elements_of(value, call.state, call.node)
            rest, size = join(rest, part), size | amount
            extent = extent + Interval(ZERO, length_of(value, call.state).high) if grows else extent
        return call.make(Sequence(call.found.kind, None, rest, 0, size, extent=extent))

    return model


def _get_item(call: MethodCall) -> Value:
    index = call.given.positional[0]
    return subscript(call.interp, single(call.receiver), index, call.node, call.frame.number, call.state)


def _set_item(call: MethodCall) -> Value:
    index, value = call.given.positional
    store_item(call.receiver, index, value, call.state, strong=True)
    return known(None)


def _delete_item(call: MethodCall) -> Value:
    call.interp.record(call.state.copy())
    delete_item(call.receiver, call.given.positional[0], call.node, call.state, strong=True)
    return known(None)


def _pop_item(call: MethodCall) -> Value:
    call.may_raise()
    found, given = call.found, call.given.get(0, "last")
    is_last = None if given is None else constants_of(given)
    if found.entries and not (found.maybe or found.other_keys) and is_last in (None, [True], [False]):
        name = list(found.entries)[0 if is_last == [False] else -1]
        row = Sequence("tuple", (found.keys[name], found.entries[name]))
        delete_item(call.receiver, found.keys[name], call.node, call.state, strong=True)
        return call.make(row, 1)
    row = Sequence("tuple", (remaining(found.any_key, found.order, call.node), found.any_value))
    call.put(_unordered(found, found.any_key, found.shrunk(exactly(1)).extent))
    return call.make(row, 1)


def _unordered(found: Mapped, keys: Value, extent: Interval) -> Mapped:
    """The same entries, of which the order is no longer known."""
    return replace(
        found, entries={}, keys={}, maybe=frozenset(), other_keys=keys, other_values=found.any_value,
        settled=frozenset(), extent=extent,
    )  # fmt: skip


def _move_to_end(call: MethodCall) -> Value:
    key = under_control(call.found.any_key, call.state.controls)
    moved = selected(key, gathered(call.given.all, call.state)[0], call.node)
    return call.put(_unordered(call.found, moved, call.found.length))


def _subtract(call: MethodCall) -> Value:
    """Any count may be less."""
    found = call.found
    less = opaque(gathered(call.given.all, call.state)[0], call.state.controls)
    entries = {name: join(value, less) for name, value in found.entries.items()}
    keys, by = found.other_keys, exactly(len(call.given.named))
    for value in call.given.positional:
        keys, by = join(keys, elements_of(value, call.state)[0]), by + length_of(value, call.state).plain
    for name in call.given.named:
        keys = join(keys, known(name))
    grown = replace(found.grown(by), entries=entries, other_keys=keys, other_values=join(found.other_values, less))
    return call.put(replace(grown, leader=NOTHING, lead=0, cast=frozenset()))


def _index(call: MethodCall) -> Value | None:
    """Where the best of several responses stands: they choose the place, and none of them says it."""
    taint = deep_taint(single(call.receiver), call.state)
    if not taint & SOLVER:
        return None
    call.interp.traces.ranked(call.node, taint)
    return selected(opaque(0, number=ANY_SIZE), SOLVER, call.node)


def _copy(call: MethodCall) -> Value:
    return call.make(call.found)


def _as_dict(call: MethodCall) -> Value | None:
    if not call.found.fields or call.found.items is None:
        return None
    values = dict(zip(call.found.fields, call.found.items, strict=True))
    return call.make(Mapped(values, {name: known(name) for name in values}))


def _replace_fields(call: MethodCall) -> Value | None:
    found = call.found
    if not found.fields or found.items is None or call.given.double_star:
        return None
    items = tuple(call.given.named.get(name, item) for name, item in zip(found.fields, found.items, strict=True))
    return call.make(Sequence("tuple", items, fields=found.fields, of=found.of))


def _get(call: MethodCall) -> Value | None:
    interp, found, key, state = call.interp, call.found, call.given.positional[0], call.state
    default = call.given.get(1, "default") or known(None)
    plain = replace(found, default=NOTHING, inserts=False, extent=found.length)
    place = (call.node, inside(call.frame.number, 1))
    state.heap[place] = plain
    checked = interp.traces.checked
    value = subscript(interp, single(AbstractValue(Reference(place))), key, call.node, call.frame.number, state)
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
    kind = kind_of_absence(taint)
    if not value:
        return default
    there, missing = {call.node: (1, min(kind, Kind.SUCCESS))}, {**led, call.node: (-1, kind)}
    return join(under_control(value, there), under_control(default, missing))


def _set_default(call: MethodCall) -> Value | None:
    value = _get(call)
    if value is not None:
        key, default = call.given.positional[0], call.given.get(1, "default") or known(None)
        exact = constants_of(key)
        plain = exact is not None and len(exact) == 1 and not any(
            isinstance(item.payload, Reference) for item in default.values())  # fmt: skip
        store_item(call.receiver, key, value if plain else default, call.state, strong=plain)
        if not plain:
            return subscript(call.interp, single(call.receiver), key, call.node, call.frame.number, call.state)
    return value


def _pop_key(call: MethodCall) -> Value | None:
    if call.given.get(1, "default") is None:
        call.interp.record(call.state.copy())
    value = _get(call)
    delete_item(call.receiver, call.given.positional[0], call.node, call.state, strong=True)
    return value


def _view(call: MethodCall, exact: tuple[Value, ...], rest: Value) -> Value:
    found = call.found
    if not found.maybe and not found.other_keys:
        return call.make(Sequence("iterator", exact))
    return call.make(Sequence("iterator", None, rest, found.shortest, found.size, extent=found.length))


def _items(call: MethodCall) -> Value:
    found, rest = call.found, NOTHING
    rows = [
        call.make(Sequence("tuple", (found.keys[name], value)), number)
        for number, (name, value) in enumerate(found.entries.items(), 1)
    ]
    for made in rows if found.maybe or found.other_keys else ():
        rest = join(rest, made)
    if found.other_keys:
        keys = remaining(found.other_keys, found.order, call.node)
        rest = join(rest, call.make(Sequence("tuple", (keys, found.other_values)), 60))
    return _view(call, tuple(rows), rest)


def _update(call: MethodCall) -> Value:
    for value in call.given.positional:
        if call.found.default and call.found.default.keys() == known(0).keys():
            counted(call.interp, call.receiver, value, call.node, call.state)
        else:
            update(call.receiver, value, call.state)
    for name, value in call.given.named.items():
        store_item(call.receiver, known(name), value, call.state, strong=True)
    return known(None)


def _most_common(call: MethodCall) -> Value:
    found, given = call.found, call.given.get(0, "n")
    taint = deep_taint(found.any_value, call.state) | found.order
    for _, kind in deep_controls(found.any_value, call.state).values():
        taint |= SOLVER if kind.of_solver else 0
    if found.winner and given is not None and constants_of(given) == [1]:
        row = call.make(Sequence("tuple", (found.winner, found.any_value)), 1)
        return call.make(Sequence("list", (row,)))
    keys = selected(found.any_key, taint, call.node)
    row = call.make(Sequence("tuple", (keys, found.any_value)), 1)
    asked = None if given is None else interval_of(given)
    extent = found.length
    if given is not None:
        extent = least_of(extent, largest_of(asked, EMPTY)) if asked is not None else Interval(ZERO, extent.high)
    return call.make(Sequence("list", None, row, min(found.shortest, 1), taint, extent=extent))


def _elements(call: MethodCall) -> Value:
    return call.make(Sequence("iterator", None, call.found.any_key, 0, call.found.order))


def _table(*declarations: tuple[str, str, Method]) -> Mapping[str, MethodDeclaration]:
    return MappingProxyType({
        name: MethodDeclaration(parameters, model)
        for names, parameters, model in declarations for name in names.split()
    })  # fmt: skip


_ITEMS = (
    ("__getitem__", "index, /", _get_item),
    ("__delitem__", "index, /", _delete_item),
    ("__setitem__", "index, value, /", _set_item),
    ("clear", "", _clear),
)
SEQUENCE_METHODS = _table(
    *_ITEMS,
    ("add append", "value, /", _append), ("appendleft", "value, /", _insert), ("insert", "index, value, /", _insert),
    ("extend __iadd__", "values, /", _extend), ("update", "*others", _extend),
    ("extendleft", "values, /", _extend_left),
    ("pop", "index=-1, /", _pop), ("popleft __next__", "", _pop_left),
    ("sort", "*, key=None, reverse=False", _sort), ("reverse", "", _reverse), ("rotate", "n=1, /", _reordered),
    ("remove", "value, /", _remove(exactly(1))), ("discard", "value, /", _remove(Interval(ZERO, ONE))),
    ("difference_update intersection_update", "*others", _keep_some),
    ("symmetric_difference_update", "other, /", _exchange),
    ("union", "*others", _combined(grows=True)), ("symmetric_difference", "other, /", _combined(grows=True)),
    ("intersection difference", "*others", _combined(grows=False)),
    ("copy __iter__", "", _copy), ("index", "value, start=0, stop=-1, /", _index),
    ("_asdict", "", _as_dict), ("_replace", "**fields", _replace_fields),
)  # fmt: skip
MAPPING_METHODS = _table(
    *_ITEMS,
    ("get", "key, default=None, /", _get), ("setdefault", "key, default=None, /", _set_default),
    ("pop", "key, default=None, /", _pop_key), ("popitem", "last=True", _pop_item),
    ("move_to_end", "key, last=True", _move_to_end), ("update", "mapping=(), /, **entries", _update),
    ("subtract", "iterable=None, /, **entries", _subtract), ("most_common", "n=None", _most_common),
    ("elements", "", _elements), ("copy", "", _copy), ("items", "", _items),
    ("keys", "", lambda call: _view(call, tuple(call.found.keys.values()), call.found.any_key)),
    ("values", "", lambda call: _view(call, tuple(call.found.entries.values()), call.found.any_value)),
)  # fmt: skip
