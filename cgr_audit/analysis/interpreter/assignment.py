"""Assignment: binding targets to values."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from cgr_audit.analysis.builtin_names import BUILTINS
from cgr_audit.analysis.domains.intervals import Interval, exactly
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.attributes import (
    assign_attribute,
    change_namespace,
    instance_of_namespace,
    store_attribute,
)
from cgr_audit.analysis.interpreter.counters import advanced, slack_of
from cgr_audit.analysis.interpreter.draws import materialized
from cgr_audit.analysis.interpreter.expressions import binary
from cgr_audit.analysis.interpreter.heap import allocate, constants_of, deep_controls, deep_taint, sequence_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.escape import UNCHANGED, forget, is_namespace
from cgr_audit.analysis.interpreter.library.methods import call_method
from cgr_audit.analysis.interpreter.library.outside_methods import forget_sizes
from cgr_audit.analysis.interpreter.objects import HeapObject, Instance, Mapped, Sequence, join_objects, replace
from cgr_audit.analysis.interpreter.special_methods import drawn_from, find_special, iterated, special
from cgr_audit.analysis.interpreter.state import Place, State, change_one_of
from cgr_audit.analysis.interpreter.subscripts import delete_item, store_item
from cgr_audit.analysis.interpreter.values import (
    ITEM,
    NOTHING,
    OPAQUE,
    SOLVER,
    AbstractValue,
    Constant,
    External,
    Reference,
    Value,
    controls_of,
    interval_of,
    join,
    known,
    merge_controls,
    opaque,
    single,
    taint_of,
    under_control,
)

__all__ = ["assign", "assign_item", "augment", "remove_item"]


def augment(interp: Interpreter, node: ast.AugAssign, frame: Frame, state: State) -> State | None:
    """``target op= value``."""
    added = materialized(interp, interp.evaluate(node.value, frame, state), node, frame, state)
    before = interp.evaluate(node.target, frame, state)
    if isinstance(node.op, ast.Add) and len(before) == 1:
        item = next(iter(before.values()))
        found = state.heap.get(item.payload.place) if isinstance(item.payload, Reference) else None
        if isinstance(found, Sequence) and found.kind != "tuple":
            call_method(interp, item, "extend", Arguments([added]), node, frame, state)
            return state
    if isinstance(node.op, ast.BitOr) and len(before) == 1:
        item = next(iter(before.values()))
        found = state.heap.get(item.payload.place) if isinstance(item.payload, Reference) else None
        is_set = isinstance(found, Sequence) and found.kind == "set"
        if is_set or (isinstance(found, Mapped) and not _counts(found)):
            call_method(interp, item, "update", Arguments([added]), node, frame, state)
            return state
        if is_namespace(item) and isinstance(item.payload, External):
            update = single(AbstractValue(External(f"{item.payload.name}.update")))
            interp.call(update, Arguments([added]), node, frame, state)
            return state
    if before and all(item.key[:2] == (OPAQUE, ITEM) and item.number is None for item in before.values()):
        interp.growths += 1  # it may be a list
    result = _put_in_place(before, binary(interp, node.op, before, added, node, frame, state), state)
    if isinstance(node.target, ast.Subscript):
        _add_in_place(interp, node.target, result, added, frame, state)
    else:
        slack = _slack(interp, node.target, frame, state)
        assign(interp, node.target, result, frame, state, node)
        _advance(interp, node, slack, added, frame, state)
    return state


def _put_in_place(before: Value, made: Value, state: State) -> Value:
    """What an operator makes of a list, a set or a counter, which is the same object; a frozenset is another."""
    for item in before.values():
        counter = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if isinstance(item.payload, Reference) and isinstance(counter, Mapped) and _counts(counter):
            forget(item.payload.place, opaque(deep_taint(made, state), deep_controls(made, state)), state)
            made = before if len(before) == 1 else join(made, before)
    old, new = list(_changeable(before, state)), [found for _, found in _changeable(made, state)]
    if old and not new:
        for place, _ in old:
            forget(place, opaque(deep_taint(made, state), deep_controls(made, state)), state)
        return join(made, before)
    if not old:
        return made
    is_exact = len(before) == len(new) == 1 and old[0][1].kind != "set"
    for place, found in old:
        whole: HeapObject = new[0] if is_exact else found
        for other in new:
            whole = join_objects(whole, other)
        state.write(place, whole)
    return before if is_exact else join(made, before)


def _counts(found: Mapped) -> bool:
    """Whether it is a counter, of which an operator leaves only what is positive."""
    return bool(found.default) and found.default.keys() == known(0).keys()


def _changeable(value: Value, state: State) -> Iterator[tuple[Place, Sequence]]:
    for item in value.values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if isinstance(found, Sequence) and found.kind not in UNCHANGED and isinstance(item.payload, Reference):
            yield item.payload.place, found


def _slack(interp: Interpreter, target: ast.expr, frame: Frame, state: State) -> Value:
    """The slack of what is counted with; nothing if it has none."""
    match target:
        case ast.Name(id=name) if name in interp.counters:
            return state.cells.get(((frame.owner_of(name) or frame).number, slack_of(name)), NOTHING)
        case ast.Attribute(value=inner, attr=name) if name in interp.counters:
            owners = interp.last.get(inner, NOTHING)
            item = next(iter(owners.values())) if len(owners) == 1 else None
            found = state.heap[item.payload.place] if item and isinstance(item.payload, Reference) else None
            is_plain = interp.special_names.isdisjoint(("__setattr__", f"{name}.setter", "__set__"))
            if is_plain and isinstance(found, Instance) and slack_of(name) not in found.maybe:
                return found.attributes.get(slack_of(name), NOTHING)
    return NOTHING


def _advance(interp: Interpreter, node: ast.AugAssign, slack: Value, added: Value, frame: Frame, state: State) -> None:
    """A counter moves, and its slack moves with it."""
    if not slack:
        return
    match node.target:
        case ast.Name(id=name):
            owner = frame.owner_of(name) or frame
            if not owner.is_shared:
                state.cells[owner.number, slack_of(name)] = advanced(interp.counters[name], slack, added, node.op)
        case ast.Attribute(value=inner, attr=name):
            moved = advanced(interp.counters[name], slack, added, node.op)
            store_attribute(interp, interp.last.get(inner, NOTHING), slack_of(name), moved, node, frame, state)


def _add_in_place(
    interp: Interpreter, target: ast.Subscript, value: Value, added: Value, frame: Frame, state: State
) -> None:
    """``counts[key] += 1``: a key that is not known is one of those that are there, unless missing ones are made."""
    index, owners = interp.last.get(target.slice, NOTHING), interp.last.get(target.value, NOTHING)
    if any(
        find_special(interp, item, ("__setitem__",), state) is not None or instance_of_namespace(item) is not None
        for item in owners.values()
    ):
        assign_item(interp, owners, index, value, target, frame, state)
        return
    for item in owners.values():
        found = state.heap.get(item.payload.place) if isinstance(item.payload, Reference) else None
        if isinstance(found, Mapped) and found.leader:
            assert isinstance(item.payload, Reference)
            found = found.with_votes(target, _votes(interp, added))
            state.write(item.payload.place, found)
        constants = all(isinstance(part.payload, Constant) for part in index.values())
        there = isinstance(found, Mapped) and (found.entries or not taint_of(found.other_keys) & SOLVER)
        if isinstance(found, Mapped) and not found.default and there and not constants:
            changed, by = _added(value, index), interval_of(added)
            entries = {name: join(before, _grown(changed, before, by)) for name, before in found.entries.items()}
            other = join(found.other_values, changed) if found.other_keys else found.other_values
            assert isinstance(item.payload, Reference)
            state.write(item.payload.place, replace(found, entries=entries, other_values=other))
        else:
            strong = len(interp.last.get(target.value, NOTHING)) == 1
            if not constants:
                value = _added(value, index)
            interp.traces.stored(item, (index, value), state)
            store_item(item, index, value, state, strong=strong)


def _added(value: Value, index: Value) -> Value:
    """What one of several entries becomes: the key says which, and what chose the number how much."""
    chosen = merge_controls(controls_of(value), controls_of(index))
    return opaque(taint_of(value) | taint_of(index), chosen)


def _grown(changed: Value, before: Value, by: Interval | None) -> Value:
    """What an entry becomes, with its interval."""
    held = interval_of(before)
    if held is None or by is None:
        return changed
    return {key: item.measured(held + by) for key, item in changed.items()}


def _votes(interp: Interpreter, added: Value) -> int | None:
    """How much is added in all at most, where that is known."""
    votes, times = constants_of(added), interp.repetitions
    if votes is None or times is None:
        return None
    counts = [count for count in votes if type(count) is int and count >= 0]
    return max(counts) * times if len(counts) == len(votes) else None


def assign(interp: Interpreter, target: ast.expr, value: Value, frame: Frame, state: State, node: ast.AST) -> None:
    """Bind a target to a value."""
    match target:
        case ast.Name(id=name):
            owner = frame.owner_of(name) or frame
            for item in value.values():
                if item.origins:
                    message = f"assigned to `{name}`"
                    value = {key: item.after(target, message) for key, item in value.items()}
                    break
            interp.bind(owner, name, value, state)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            whole = materialized(interp, iterated(interp, value, target, frame, state), target, frame, state)
            _unpack(interp, parts, whole, frame, state, node)
        case ast.Starred(value=inner):
            assign(interp, inner, value, frame, state, node)
        case ast.Attribute(value=inner, attr=attr):
            assign_attribute(interp, interp.evaluate(inner, frame, state), attr, value, target, frame, state)
        case ast.Subscript(value=inner, slice=index):
            if isinstance(index, ast.Slice):
                drawn = drawn_from(interp, value, target, frame, state)
                value = materialized(interp, drawn, target, frame, state)
            owners, place = interp.evaluate(inner, frame, state), interp.evaluate(index, frame, state)
            assign_item(interp, owners, place, value, target, frame, state)


def assign_item(
    interp: Interpreter, owners: Value, place: Value, value: Value, node: ast.AST, frame: Frame, state: State
) -> None:
    """``owner[place] = value``."""

    def plain(rest: Value, inner: State) -> Value:
        _store_items(interp, rest, place, value, node, frame, inner)
        return NOTHING

    if special(interp, owners, ("__setitem__",), [place, value], node, frame, state, plain) is None:
        plain(owners, state)


def _store_items(
    interp: Interpreter, owners: Value, place: Value, value: Value, node: ast.AST, frame: Frame, state: State
) -> None:
    for item in owners.values():
        owner = instance_of_namespace(item)
        if owner is not None:
            change_namespace(interp, owner, "__setitem__", Arguments([place, value]), node, state)
            continue
        if is_namespace(item) and isinstance(item.payload, External):
            _store_by_name(interp, item.payload.name, place, value, frame, state, strong=len(owners) == 1)
        else:
            interp.traces.stored(item, (place, value), state)
            if item.size is not None and not _is_one(place):
                forget_sizes(interp, item, node, state)
            change_one_of(state, owners, item, partial(store_item, item, place, value, state, strong=True))


def _is_one(place: Value) -> bool:
    """Whether an index names one element, and not a slice."""
    is_constant = all(isinstance(item.payload, Constant) and item.payload.kind is not slice for item in place.values())
    return is_constant or interval_of(place) is not None


def remove_item(interp: Interpreter, owners: Value, index: Value, node: ast.AST, frame: Frame, state: State) -> None:
    """``del owner[index]``, whoever the owner asks for it."""

    def plain(rest: Value, inner: State) -> Value:
        for item in rest.values():
            found = inner.heap[item.payload.place] if isinstance(item.payload, Reference) else None
            if isinstance(found, Sequence | Mapped):
                interp.may_be_empty(found.length, inner)
            if item.size is not None:
                forget_sizes(interp, item, node, inner)
            change_one_of(inner, owners, item, partial(delete_item, item, index, node, inner, strong=True))
            names = constants_of(index) if is_namespace(item) else None
            if instance_of_namespace(item) is not None or (
                is_namespace(item) and (names is None or not BUILTINS.isdisjoint(names))
            ):
                interp.lose(inner, node)
        return NOTHING

    if special(interp, owners, ("__delitem__",), [index], node, frame, state, plain) is None:
        plain(owners, state)


def _store_by_name(
    interp: Interpreter, space: str, place: Value, value: Value, frame: Frame, state: State, *, strong: bool
) -> None:
    owner = frame.module if space == "builtins.globals()" else frame
    item = next(iter(place.values())) if len(place) == 1 else None
    if not strong or item is None or not isinstance(item.payload, Constant) or not space.startswith("builtins."):
        interp.lose(state, frame.node)
    else:
        interp.bind(owner, owner.kept_in_locals(str(item.payload.constant)), value, state)


def _unpack(
    interp: Interpreter, parts: list[ast.expr], value: Value, frame: Frame, state: State, node: ast.AST
) -> None:
    results = [NOTHING for _ in parts]
    starred = next((place for place, part in enumerate(parts) if isinstance(part, ast.Starred)), None)
    several: HeapObject | None = None
    for item in value.values():
        found = sequence_of(item, state)
        taken = _taken_together(found, starred, len(parts))
        several = taken if several is None else join_objects(several, taken)
        for place in range(len(parts)):
            if found.items is None:
                element = _parted(found.rest, parts[place])
            elif starred is None or place < starred:
                element = found.items[place] if place < len(found.items) else NOTHING
            elif place > starred:
                offset = place - len(parts)
                element = found.items[offset] if -offset <= len(found.items) else NOTHING
            else:
                element = found.any
            results[place] = join(results[place], under_control(element, item.controls))
    for place, (part, result) in enumerate(zip(parts, results, strict=True)):
        if place == starred:
            made = allocate(several or Sequence("list", None, result), part, frame.number, state)
            assign(interp, part, made, frame, state, node)
        else:
            assign(interp, part, result or interp.unknown(), frame, state, node)


def _taken_together(found: Sequence, starred: int | None, parts: int) -> Sequence:
    """The list of all elements that no other target takes."""
    if found.items is not None and starred is not None and len(found.items) >= parts - 1:
        return Sequence("list", found.items[starred : len(found.items) - (parts - 1 - starred)])
    others = exactly(parts - 1)
    return Sequence("list", None, found.any, size=found.size, extent=found.extent).shrunk(others)


def _parted(value: Value, target: ast.expr) -> Value:
    """What one of several targets takes out of the item: no two take the same."""
    result: Value = {}
    for item in value.values():
        new = item
        if item.taint == ITEM and item.payload == OPAQUE:
            new = AbstractValue(OPAQUE, ITEM, item.controls, frozenset((target,)), item.trail)
        result = join(result, single(new))
    return result
