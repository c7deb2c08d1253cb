"""Lists, tuples and dictionaries: how they are written, read, sliced and changed."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from cgr_audit.analysis.call_bound import calls, expressions
from cgr_audit.analysis.call_bound.counters import fresh, is_slack
from cgr_audit.analysis.call_bound.machine import ListChanged, Machine
from cgr_audit.analysis.call_bound.sequences import elements, section
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import (
    ANY_NUMBER,
    ANY_SIZE,
    TOP,
    Frame,
    Range,
    Ref,
    Thing,
    Value,
    join,
    join_all,
    sequence,
    text,
)
from cgr_audit.analysis.domains.polynomials import ONE, ZERO

__all__ = ["changed_slice", "dict_display", "item_of", "list_display", "put", "slice_of", "tuple_display"]


def item_of(machine: Machine, state: State, base: Value, key: Value) -> Value:
    """One element of a sequence, or one value of a dictionary."""
    if base.unknown:
        return TOP
    place = key.number.integer if key.number is not None else None
    found: list[Value | None] = []
    if base.size is not None:
        parts = base.parts
        found.append(
            parts[place]
            if parts is not None and place is not None and -len(parts) <= place < len(parts)
            else base.element
        )
    if isinstance(base.const, str):
        found.append(text())
    for ref, thing in machine.things(state, base):
        if thing.kind == "dict":
            name = key.const if isinstance(key.const, str) and not key.unknown else None
            known = None if thing.fields is None or name is None else thing.fields.get(name)
            found.append(known if known is not None else thing.element)
            if thing.grows_on_read and known is None:
                state.things[ref] = thing._replace(size=thing.size + Range(ZERO, ONE), fields=None)
        elif thing.parts is not None or thing.kind == "list":
            parts = thing.parts
            in_range = parts is not None and place is not None and -len(parts) <= place < len(parts)
            found.append(parts[place] if in_range and parts is not None and place is not None else thing.element)
        else:
            found.append(TOP)
    if not found or any(part is None for part in found):
        return TOP
    return join_all(found) or TOP


def slice_of(machine: Machine, state: State, base: Value, node: ast.Slice, frame: Frame) -> Value:
    """``base[lower:upper:step]``: a new list."""
    ends = [
        None if part is None else expressions.evaluate(machine, state, part, frame)
        for part in (node.lower, node.upper, node.step)
    ]
    if base.unknown:
        limit = ends[1].number if ends[1] is not None else None
        takes_some = (
            ends[0] is None
            and ends[2] is None
            and limit is not None
            and limit.high is not None
            and limit.low is not None
        )
        if takes_some and limit is not None and limit.low is not None and limit.low.is_never_negative:
            return machine.make_list(state, node, frame, Range(ZERO, limit.high), TOP)
        return TOP
    if isinstance(base.const, str) and all(
        end is None or (end.number and end.number.integer is not None) for end in ends
    ):
        places = [None if end is None or end.number is None else end.number.integer for end in ends]
        if places[2] != 0:
            return Value(const=base.const[places[0] : places[1] : places[2]])
    whole = elements(machine, state, base)
    ranges = [None if end is None else (end.number or ANY_NUMBER) for end in ends]
    step = ranges[2].integer if ranges[2] is not None else None
    if ranges[2] is not None and step is None:
        return machine.make_list(state, node, frame, Range(ZERO, whole.size.high), whole.each)
    size = section(whole.size, ranges[0], ranges[1], step)
    parts = None
    places = [None if held is None else held.integer for held in ranges]
    if whole.parts is not None and all(
        held is None or place is not None for held, place in zip(ranges, places, strict=True)
    ):
        parts = whole.parts[places[0] : places[1] : places[2]] if places[2] != 0 else None
    return machine.make_list(state, node, frame, size, whole.each, parts)


def list_display(
    machine: Machine, state: State, node: ast.List | ast.Set, parts: Sequence[ast.expr], frame: Frame
) -> Value:
    """A list or set as it is written."""
    whole = tuple_display(machine, state, parts, frame)
    size = whole.size or ANY_SIZE
    if isinstance(node, ast.Set):
        size = Range(ONE if parts else ZERO, size.high)
    kept = whole.parts if isinstance(node, ast.List) else None
    return machine.make(state, node, frame, Thing("list", size, whole.element, parts=kept))


def tuple_display(machine: Machine, state: State, parts: Sequence[ast.expr], frame: Frame) -> Value:
    """A tuple, or the elements of a list or set, as they are written."""
    size = Range(ZERO, ZERO)
    values: list[Value] | None = []
    each: Value | None = None
    for part in parts:
        value = expressions.evaluate(machine, state, part, frame)
        if isinstance(part, ast.Starred):
            inner = elements(machine, state, value)
            size = size + inner.size
            each = inner.each if each is None else join(each, inner.each)
            values = None if values is None or inner.parts is None else [*values, *inner.parts]
        else:
            size = size + Range(ONE, ONE)
            each = value if each is None else join(each, value)
            values = None if values is None else [*values, value]
    return sequence(size, each, None if values is None else tuple(values))


def dict_display(machine: Machine, state: State, node: ast.Dict, frame: Frame) -> Value:
    """A dictionary as it is written."""
    fields: dict[str, Value] = {}
    size = Range(ZERO, ZERO)
    keys: Value | None = None
    each: Value | None = None
    is_complete = True
    for key, part in zip(node.keys, node.values, strict=True):
        value = expressions.evaluate(machine, state, part, frame)
        if key is None:
            inner = elements(machine, state, value)
            size, keys, each, is_complete = Range(size.low, (size + inner.size).high), TOP, TOP, False
            continue
        name = expressions.evaluate(machine, state, key, frame)
        keys = name if keys is None else join(keys, name)
        each = value if each is None else join(each, value)
        if isinstance(name.const, str):
            size = size if name.const in fields else size + Range(ONE, ONE)
            fields[name.const] = value
            if name.const in machine.counters:
                slack = machine.counters[name.const]
                fields[slack] = fresh(slack, value)
                machine.begun.append((Ref(node, frame.key), slack))
        else:
            size = size + Range(ZERO if fields else ONE, ONE)
            is_complete = False
    return machine.make(state, node, frame, Thing("dict", size, each, keys, fields=fields, is_complete=is_complete))


def changed_slice(machine: Machine, state: State, holder: Value) -> None:
    """``holder[a:b] = ...``: anything may be in it afterwards."""
    if holder.is_list:
        raise ListChanged
    machine.forget_things(state, holder)


def put(machine: Machine, state: State, holder: Value, key: Value, value: Value, *, may_be_there: bool) -> None:
    """``holder[key] = value``."""
    if holder.is_list:
        raise ListChanged
    calls.keep_namespaces(machine, state, holder)
    changed = {}
    certain = machine.only(holder)
    for ref, thing in machine.things(state, holder):
        each = value if thing.element is None else join(thing.element, value)
        if thing.kind == "dict":
            keys = key if thing.keys is None else join(thing.keys, key)
            fields = dict(thing.fields) if thing.fields is not None else {}
            name = key.const if isinstance(key.const, str) else None
            known = name is not None
            is_new = known and name not in fields and thing.is_complete
            is_old = name in fields
            slack = machine.counters.get(name) if name is not None else None
            if name is not None:
                fields[name] = value if ref == certain else join(fields.get(name, value), value)
            else:
                fields = {other: TOP if is_slack(other) else join(held, value) for other, held in fields.items()}
            if slack is not None:
                fields[slack] = machine.slack((ref, slack), value, fields.get(slack)) if ref == certain else TOP
            grown = Range(ONE if is_new else ZERO, ZERO if is_old or not may_be_there else ONE)
            size = thing.size + grown
            if thing.size.integer == 0:
                size = Range(ONE, ONE, size.tag)
            changed[ref] = thing._replace(
                size=size, element=each, keys=keys, fields=fields, is_complete=thing.is_complete and known
            )
        elif thing.kind == "list":
            place = key.number.integer if key.number is not None else None
            parts = thing.parts
            if parts is not None and place is not None and -len(parts) <= place < len(parts):
                place %= len(parts)
                parts = (*parts[:place], value, *parts[place + 1 :])
            else:
                parts = None
            changed[ref] = thing._replace(element=each, parts=parts)
        else:
            changed[ref] = thing
    machine.change(state, holder, changed)
