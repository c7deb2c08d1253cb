"""Methods of lists, sets, deques and dictionaries: what they give, and what they make of their owner."""

from __future__ import annotations

from collections.abc import Callable

from cgr_audit.analysis.call_bound import calls, containers
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.counters import is_slack
from cgr_audit.analysis.call_bound.library import copy_of
from cgr_audit.analysis.call_bound.outside_call import OutsideCall, exactly_range, pair_of
from cgr_audit.analysis.call_bound.sequences import Elements, elements
from cgr_audit.analysis.call_bound.values import (
    ANY_SIZE,
    NONE,
    TOP,
    Range,
    Thing,
    Value,
    join,
    join_all,
    sequence,
)
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, constant, maximum, minimum

__all__ = ["METHODS"]


def _each_thing(call: OutsideCall, owner: Value, change: Callable[[Thing], Thing]) -> None:
    changed = {ref: change(thing) for ref, thing in call.machine.things(call.state, owner)}
    call.machine.change(call.state, owner, changed)


def _append(call: OutsideCall, owner: Value) -> Value:
    value = call.given[-1] if call.given else TOP
    is_list_end = call.name.endswith(".append") or call.name.endswith(".insert")
    calls.append(call.machine, call.state, owner, value, certain=is_list_end)
    if not call.name.endswith(".append"):
        _each_thing(call, owner, Thing.summed)
    return NONE


def _extend(call: OutsideCall, owner: Value) -> Value:
    if any(thing.kind == "dict" for _, thing in call.machine.things(call.state, owner)):
        return _update(call, owner)
    for place in range(len(call.given)):
        source = call.elements(place)
        own = {ref for ref, _ in call.machine.things(call.state, owner)}
        size = ANY_SIZE if own & source.refs else Range(source.size.low, source.size.high)
        calls.append(call.machine, call.state, owner, source.each, certain=call.name.endswith("extend"), count=size)
    return NONE


def _update(call: OutsideCall, owner: Value) -> Value:
    named = dict(call.arguments.named)
    given = call.given[0] if call.given else None
    if call.name.endswith(".setdefault"):
        key = given or TOP
        default = call.given[1] if len(call.given) > 1 else NONE
        old = containers.item_of(call.machine, call.state, owner, key)
        containers.put(call.machine, call.state, owner, key, join(old, default), may_be_there=True)
        return join(old, default) if not old.unknown else TOP
    more = constant(len(named))
    source = call.elements(0) if given is not None else Elements(exactly_range(0), TOP)
    if given is not None and (given.unknown or source.size.high is None):
        call.machine.forget_things(call.state, owner)
        return NONE
    things = call.machine.things(call.state, given) if given is not None else []
    each = join_all([thing.element for _, thing in things] + list(named.values())) or TOP
    known = {name: value for _, thing in things for name, value in (thing.fields or {}).items()} | named
    complete = (
        all(thing.is_complete and thing.fields is not None for _, thing in things) and len(things) == 1
    ) or given is None

    def changed(thing: Thing) -> Thing:
        fields = dict(thing.fields) if thing.fields is not None else None
        if fields is not None and complete:
            new = [name for name in known if name not in fields and not is_slack(name)]
            fields |= known
            grown = Range(ZERO, constant(len(new)))
        else:
            grown = Range(ZERO, None if source.size.high is None else source.size.high + more)
            fields = None
        element = each if thing.element is None else join(thing.element, each)
        return thing._replace(
            size=thing.size + grown,
            element=element,
            keys=TOP,
            parts=None,
            fields=fields,
            is_complete=complete and thing.is_complete and fields is not None,
        )

    _each_thing(call, owner, changed)
    return NONE


def _pop(call: OutsideCall, owner: Value) -> Value:
    """``pop``, ``popleft``, ``remove``: one element fewer, or an exception; with a default, perhaps none fewer."""
    things = call.machine.things(call.state, owner)
    each = join_all([thing.element for _, thing in things]) or TOP
    always = not call.name.endswith(".discard") and not (call.name.endswith(".pop") and len(call.given) > 1)
    key = call.given[0] if call.given else None
    if any(thing.kind == "dict" for _, thing in things) and key is not None:
        each = join(
            containers.item_of(call.machine, call.state, owner, key), call.given[1] if len(call.given) > 1 else each
        )

    if always:
        call.machine.takes(call.state, [thing.size for _, thing in things])

    def changed(thing: Thing) -> Thing:
        shrunk = thing.size - Range(ONE if always else ZERO, ONE)
        low = shrunk.low if shrunk.low is not None and shrunk.low.is_never_negative else ZERO
        return thing._replace(size=shrunk._replace(low=low), parts=None, fields=None, is_complete=False)

    _each_thing(call, owner, changed)
    return each


def _clear(call: OutsideCall, owner: Value) -> Value:
    def cleared(thing: Thing) -> Thing:
        return thing._replace(
            size=exactly_range(0),
            element=None,
            parts=() if thing.kind == "list" else None,
            fields={} if thing.kind == "dict" else None,
        )

    _each_thing(call, owner, cleared)
    return NONE


def _get(call: OutsideCall, owner: Value) -> Value:
    default = call.given[1] if len(call.given) > 1 else NONE
    key = call.given[0] if call.given else TOP
    things = call.machine.things(call.state, owner)
    if (
        len(things) == 1
        and isinstance(key.const, str)
        and things[0][1].fields is not None
        and key.const in things[0][1].fields
    ):
        return things[0][1].fields[key.const]
    found = join_all([thing.element for _, thing in things])
    return join(found, default) if found is not None else default


def _views(call: OutsideCall, owner: Value) -> Value:
    things = call.machine.things(call.state, owner)
    thing = things[0][1]
    for _, other in things[1:]:
        thing = thing._replace(size=Range(ZERO, None), element=TOP, keys=TOP, fields=None, is_complete=False)
        del other
    keys, each = thing.keys or TOP, thing.element or TOP
    parts: list[Value] | None = None
    if thing.fields is not None and thing.is_complete and len(things) == 1:
        named = [(Value(const=name), value) for name, value in thing.fields.items() if not is_slack(name)]
        parts = (
            [pair_of(*pair) for pair in named]
            if call.name.endswith("items")
            else [pair[call.name.endswith("values")] for pair in named]
        )
    size = Range(thing.size.low, thing.size.high)
    if call.name.endswith("items"):
        return sequence(size, pair_of(keys, each), tuple(parts) if parts is not None else None)
    return sequence(size, each if call.name.endswith("values") else keys, tuple(parts) if parts is not None else None)


def _most_common(call: OutsideCall, owner: Value) -> Value:
    things = call.machine.things(call.state, owner)
    count = call.number(0, "n")
    highs = [thing.size.high for _, thing in things]
    high = None if None in highs else maximum(*(part for part in highs if part is not None))
    if count is not None and count.high is not None:
        high = count.high if high is None else minimum(high, count.high)
    keys = join_all([thing.keys for _, thing in things]) or TOP
    return call.make(Thing("list", Range(ZERO, high), pair_of(keys, Value(number=ANY_SIZE))))


def _sort(call: OutsideCall, owner: Value) -> Value:
    key = call.arguments.get(9, "key")
    if key is not None:
        call.run_for_each(key, (elements(call.machine, call.state, owner),))
    _each_thing(call, owner, Thing.summed)
    return NONE


def _reordered(call: OutsideCall, owner: Value) -> Value:
    _each_thing(call, owner, Thing.summed)
    return NONE


def _copy_method(call: OutsideCall, owner: Value) -> Value:
    return copy_of(OutsideCall(call.machine, call.state, "copy.copy", Arguments((owner,)), call.node, call.frame))


def _lookup_only(_: OutsideCall, __: Value) -> Value:
    return Value(number=ANY_SIZE)


def _merged_set(call: OutsideCall, owner: Value) -> Value:
    own = elements(call.machine, call.state, owner)
    size, each = own.size, own.each
    if call.name.endswith("union"):
        for place in range(len(call.given)):
            other = call.elements(place)
            size, each = size + other.size, join(each, other.each)
    return call.make(Thing("list", Range(ZERO, size.high), each))


METHODS: dict[str, Callable[[OutsideCall, Value], Value]] = {
    "add": _append,
    "append": _append,
    "appendleft": _append,
    "clear": _clear,
    "copy": _copy_method,
    "count": _lookup_only,
    "difference": _merged_set,
    "discard": _pop,
    "extend": _extend,
    "extendleft": _extend,
    "get": _get,
    "index": _lookup_only,
    "insert": _append,
    "intersection": _merged_set,
    "items": _views,
    "keys": _views,
    "most_common": _most_common,
    "pop": _pop,
    "popitem": _pop,
    "popleft": _pop,
    "remove": _pop,
    "reverse": _reordered,
    "rotate": _reordered,
    "setdefault": _update,
    "sort": _sort,
    "union": _merged_set,
    "update": _extend,
    "values": _views,
}
"""By name; each is given the call and the value whose method it is."""
