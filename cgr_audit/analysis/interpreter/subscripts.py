"""Subscripts: taking an element out of a value, and putting one in."""

from __future__ import annotations

import ast
from typing import Any

from cgr_audit.analysis import pure
from cgr_audit.analysis.domains.intervals import (
    ANY_SIZE,
    EMPTY,
    Interval,
    at_least_zero,
    exactly,
    least_of,
    rounds_of_range,
)
from cgr_audit.analysis.domains.polynomials import ONE, OPTIONS, ZERO
from cgr_audit.analysis.interpreter.arguments import gathered
from cgr_audit.analysis.interpreter.heap import (
    abstract,
    allocate,
    arranged,
    concretize,
    constants_of,
    deep_controls,
    deep_taint,
    elements_of,
    exact_elements,
    length_of,
    selected,
    unnamed,
)
from cgr_audit.analysis.interpreter.interpreter import Interpreter
from cgr_audit.analysis.interpreter.objects import BOXED, Instance, Mapped, Sequence, replace
from cgr_audit.analysis.interpreter.outside_objects import keep, kept, kept_element, rearrange
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.symbols import composed, settled
from cgr_audit.analysis.interpreter.values import (
    ITEM,
    NOTHING,
    RANDOM,
    SOLVER,
    UNKNOWN,
    AbstractValue,
    Constant,
    ControlDependence,
    Kind,
    Opaque,
    Reference,
    Value,
    controls_of,
    interval_of,
    join,
    merge_controls,
    opaque,
    single,
    taint_of,
    taint_of_controls,
    under_control,
)

__all__ = ["delete_item", "keyed", "store_item", "subscript", "without_some"]


_MISSING = object()
_MAX_KEYS = 6


def subscript(interp: Interpreter, value: Value, index: Value, node: ast.AST, frame: int, state: State) -> Value:
    """``value[index]``."""
    result = NOTHING
    index_taint, index_controls, _ = gathered([index], state)
    interp.traces.looked_up(node, index_taint, value, index, state)
    index_taint &= ~interp.traces.unchecked  # what a key finds is no longer the key
    if 1 < len(index) <= _MAX_KEYS and any(item.is_constant for item in index.values()):
        for key in index.values():  # each finds what it finds under its own tests
            part = subscript(interp, value, single(key), node, frame, state)
            result = join(result, under_control(part, key.controls))
        return result
    by_response = index_taint & SOLVER
    for item in value.values():
        part = _subscripted(interp, item, index, index_taint, index_controls, node, frame, state)
        if by_response:
            part = _looked_up(part, by_response, node)
        result = join(result, under_control(part, item.controls))
    return result


def _looked_up(value: Value, taint: int, node: ast.AST) -> Value:
    """What a response looks up in the item is computed from both; constants it chooses among are only chosen.

    What stands under the failure value no response looks up.
    """
    result = NOTHING
    for item in value.values():
        new = item
        is_found = item.controls.get(node) != (-1, Kind.FAILURE)
        if is_found and isinstance(item.payload, Opaque) and item.taint & ITEM and not item.taint & SOLVER:
            new = AbstractValue(item.payload, item.taint | taint, item.controls, frozenset(), item.trail)
        result = join(result, single(new))
    return result


def _subscripted(
    interp: Interpreter, item: AbstractValue, index: Value, taint: int, controls: ControlDependence, node: ast.AST,
    frame: int, state: State,
) -> Value:  # fmt: skip
    payload = item.payload
    try:
        exact = concretize(index, state)
    except pure.Unfoldable:
        exact = _MISSING
        if taint & SOLVER:
            index = settled(index, interp.contract.extraction.failure_value)
            constants = constants_of(index)
            if constants is not None and len(constants) == 1:
                exact, taint = constants[0], 0
    if isinstance(payload, Constant):
        if exact is not _MISSING:
            try:
                constant = pure.subscript(payload.constant, exact)
            except pure.Unfoldable:
                return NOTHING
            made = abstract(constant, node, frame, state, single(item))
            return {new.key: new for new in (unnamed(part, node) for part in made.values())}
        return selected(opaque(item.taint, sources=(item,), node=node), taint, node, controls)
    if not isinstance(payload, Reference):
        return _of_outside(interp, item, index, exact, taint, controls, node, frame, state)
    found = state.heap[payload.place]
    if isinstance(found, Mapped):
        exact = _MISSING if isinstance(exact, slice) else exact  # as a key, only Python 3.12 can hash one
        if found.inserts and not (exact is not _MISSING and _is_in(exact, found)):
            state.write(payload.place, _stored_key(found, exact, index, found.default, strong=False))
        return _keyed(interp, found, exact, taint, controls, node)
    if isinstance(found, Instance) and BOXED in found.attributes:
        content = found.attributes[BOXED]
        return selected(content, taint | (RANDOM if len(content) > 1 else 0), node, controls)
    if isinstance(found, Instance):
        return opaque(deep_taint(single(item), state) | taint | UNKNOWN, controls)
    if exact is not _MISSING and found.items is not None:
        if isinstance(exact, int) and -len(found.items) <= exact < len(found.items):
            return found.items[exact]
        if isinstance(exact, slice):
            part = replace(found, items=found.items[exact], nodes=(), fields=())
            return allocate(part, node, frame, state)
        return NOTHING
    if isinstance(exact, slice) or _is_slice(node):
        loose = found.loose()
        extent = _sliced(interp, loose.length, exact, node)
        rest = selected(loose.rest, taint, node, controls)
        size = loose.size | taint | (0 if isinstance(exact, slice) else taint_of_controls(controls))
        part = replace(loose, rest=rest, least=0, size=size, extent=extent, cap=None)
        return allocate(part, node, frame, state)
    if found.items is not None:
        return selected(found.any, taint, node, controls) if len(found.items) > 1 else found.any
    if exact == -1 and found.last:
        return found.last
    several = len(found.rest) > 1 or (found.size & SOLVER and not any(item.is_constant for item in found.rest.values()))
    if taint or len(found.rest) == 1 or not found.size & SOLVER:
        return selected(found.rest, taint | (found.size if several else 0), node, controls)
    if not any(item.taint & SOLVER for item in found.rest.values()):
        return selected(found.rest, SOLVER, node, controls)
    # a constant among answers comes to stand here only where there are fewer answers
    return {
        item.key: item if item.taint & SOLVER else item.under({node: (-1, Kind.FAILURE)})
        for item in found.rest.values()
    }


def _sliced(interp: Interpreter, length: Interval, exact: object, node: ast.AST) -> Interval:
    """How many elements a slice takes of so many."""
    ends: list[Interval | None] = [None, None]
    if isinstance(exact, slice):
        step = exact.step
        for place, end in enumerate((exact.start, exact.stop)):
            ends[place] = exactly(end) if isinstance(end, int) else EMPTY if end is None and not place else None
        is_open = exact.stop is None
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        part = node.slice
        step = 1 if part.step is None else 0
        is_open = part.upper is None
        ends[0] = EMPTY if part.lower is None else interval_of(interp.last.get(part.lower, NOTHING))
        ends[1] = None if part.upper is None else interval_of(interp.last.get(part.upper, NOTHING))
    else:
        return Interval(ZERO, length.high)
    lower, upper = ends
    whole = Interval(ZERO, length.high)
    if isinstance(exact, slice) and type(step) is int and step > 1 and exact.stop is None and (exact.start or 0) >= 0:
        return rounds_of_range(exactly(exact.start or 0), length, step)
    if step not in (1, None) or lower is None:
        return whole
    if lower.low is None or not lower.low.is_never_negative:
        taken = exactly(-lower.integer) if is_open and lower.integer is not None and lower.integer < 0 else ANY_SIZE
        return least_of(length, taken)
    if is_open:
        return _without(length, lower)
    if upper is None:
        return whole
    if upper.integer is not None and upper.integer < 0:
        return _without(length, lower - upper)
    if upper.low is None or not upper.low.is_never_negative:
        return whole
    return _without(least_of(length, upper), lower)


def _without(length: Interval, taken: Interval) -> Interval:
    """How many elements are left where so many are left out, or all, if there are fewer."""
    left = length - taken
    if left.low is not None and left.low.is_certainly_never_negative:
        return left
    offset = left.offset and length.offset and left.offset._replace(high=length.offset.high)
    high = None if left.high is None else at_least_zero(left.high)
    return Interval(at_least_zero(left.low or ZERO), high, offset)


def _is_in(key: object, found: Mapped) -> bool:
    try:
        return key in found.entries and key not in found.maybe
    except TypeError:
        return True  # no key at all


def _is_slice(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def keyed(found: Mapped, key: object, node: ast.AST) -> Value:
    """What stands under a known key; what was put under keys that are not known since may stand there too."""
    own = found.entries.get(key, found.default)
    if key in found.settled or not found.other_values:
        return own
    chosen_by = taint_of(found.other_keys) & (SOLVER | ITEM)
    if chosen_by:  # what the others are called decides whether it still stands there
        own = under_control(own, {node: (1, Kind.CONTENT if chosen_by & SOLVER else Kind.ITEM)})
    return join(own, selected(found.other_values, chosen_by, node))


def _keyed(
    interp: Interpreter, found: Mapped, exact: object, taint: int, controls: ControlDependence, node: ast.AST
) -> Value:
    if exact is not _MISSING:
        try:
            return keyed(found, exact, node)
        except TypeError:
            return NOTHING
    failed = {key: value for key, value in found.entries.items() if taint & SOLVER and interp.is_missing(key)}
    if not failed:
        return join(selected(found.any_value, taint, node, controls), found.default)
    result = found.other_values
    for key, value in found.entries.items():
        if key not in failed:
            result = join(result, value)
    result = selected(result, taint, node, controls)
    for value in failed.values():
        result = join(result, under_control(value, {node: (-1, Kind.FAILURE)}))
    return join(result, found.default)


def _of_outside(
    interp: Interpreter, item: AbstractValue, index: Value, exact: object, taint: int, controls: ControlDependence,
    node: ast.AST, frame: int, state: State,
) -> Value:  # fmt: skip
    """An element or a field of an object that the program did not make, or what the program stored there."""
    stored = NOTHING if isinstance(exact, slice) or _is_slice(node) else kept(item, index, state)
    if stored and item.taint == ITEM and isinstance(exact, str) and not interp.contract.item.is_field(exact):
        return stored
    found = join(_given_outside(interp, item, index, exact, taint, controls, node, frame, state), stored)
    return found if isinstance(exact, str) else arranged(found, item, state)


def _given_outside(
    interp: Interpreter, item: AbstractValue, index: Value, exact: object, taint: int, controls: ControlDependence,
    node: ast.AST, frame: int, state: State,
) -> Value:  # fmt: skip
    payload = item.payload
    symbol = composed(pure.subscript, (single(item), index), node, looks_away=True) if item.symbol else None
    size = _sliced(interp, item.size or ANY_SIZE, exact, node) if isinstance(exact, slice) or _is_slice(node) else None
    if size is not None and item.size is not None:  # a list, of which this is a new one
        element = join(opaque(item.taint | taint, controls, node=node), kept_element(item, state))
        element = arranged(element, item, state)
        chosen = 0 if isinstance(exact, slice) else taint_of_controls(controls)
        part_of = Sequence("list", None, element, int(size.is_positive), item.taint | taint | chosen, extent=size)
        return allocate(part_of, node, frame, state)
    size = None if size is None or size.high is None else size
    if item.taint == ITEM:  # two parts of the item are not the same value
        has_options = isinstance(payload, Opaque) and payload.is_record and exact in interp.contract.item.option_names
        size = exactly(OPTIONS) if has_options else size
        return opaque(item.taint | taint, controls, node=node, symbol=symbol, size=size)
    return opaque(item.taint | taint, controls, sources=(item,), symbol=symbol, size=size)


def store_item(item: AbstractValue, index: Value, value: Value, state: State, *, strong: bool) -> None:
    """``item[index] = value``; weak where the object may be another one."""
    if not isinstance(item.payload, Reference):
        _keep_outside(item, index, value, state)
        return
    place = item.payload.place
    found = state.heap[place]
    exact = _exact_index(index, found, state)
    if isinstance(found, Instance) and BOXED in found.attributes:
        content = join(found.attributes[BOXED], value)
        state.write(place, replace(found, attributes={**found.attributes, BOXED: content}))
    elif isinstance(found, Mapped):
        state.write(place, _stored_key(found, exact, index, value, strong=strong))
    elif isinstance(found, Sequence):
        if isinstance(exact, slice):
            state.write(place, _replaced(found, exact, value, state, strong=strong))
        elif found.items is not None and isinstance(exact, int) and -len(found.items) <= exact < len(found.items):
            items = list(found.items)
            items[exact] = value if strong else join(items[exact], value)
            state.write(place, replace(found, items=tuple(items), nodes=()))
        else:
            loose = found.loose()
            led = merge_controls(state.controls, deep_controls(index, state))
            chosen = selected(under_control(value, led), deep_taint(index, state), place[0])
            is_one = exact is not _MISSING or interval_of(index) is not None  # it may be a slice
            extent = loose.extent if is_one else ANY_SIZE
            state.write(place, replace(loose, rest=join(loose.rest, chosen), extent=extent))


def _keep_outside(item: AbstractValue, index: Value, value: Value, state: State) -> None:
    """``item[index] = value`` where the program did not make the item: a slice takes the elements of the value."""
    exact = _exact_index(index, item, state)
    if not isinstance(exact, slice):
        keep(item, index, value, state)
    if isinstance(exact, slice) or exact is _MISSING:
        keep(item, None, elements_of(value, state)[0], state)


def delete_item(item: AbstractValue, index: Value, node: ast.AST, state: State, *, strong: bool) -> None:
    """``del item[index]``; weak where the object may be another one."""
    if not isinstance(item.payload, Reference):
        rearrange(item, *named_by([index], state), node, state)
        return
    found = state.heap[item.payload.place]
    exact = _exact_index(index, found, state)
    if isinstance(found, Mapped):
        found = _without_key(found, exact, strong=strong)
        if exact is _MISSING:
            taint, controls = named_by([index], state)
            found = _chosen_keys(found, taint & SOLVER, node, controls)
        state.write(item.payload.place, found)
    elif isinstance(found, Sequence):
        if strong and found.items is not None and isinstance(exact, int | slice):
            items = list(found.items)
            try:
                del items[exact]
            except IndexError:
                return
            state.write(item.payload.place, replace(found, items=tuple(items), nodes=()))
        else:
            one = exactly(1) if strong else Interval(ZERO, ONE)
            by = ANY_SIZE if isinstance(exact, slice) or _is_slice(node) else one
            state.write(item.payload.place, without_some(found.shrunk(by), *named_by([index], state), node))


def _exact_index(index: Value, found: object, state: State) -> object:
    """The hashable constant that ``index`` is, or a slice; as a key, only Python 3.12 can hash one."""
    try:
        exact = concretize(index, state)
        if not isinstance(exact, slice):
            hash(exact)
        elif isinstance(found, Mapped):
            return _MISSING
    except (pure.Unfoldable, TypeError):
        return _MISSING
    return exact


def named_by(values: list[Value], state: State) -> tuple[int, ControlDependence]:
    """What decides which element these values name: what they are computed from, and the tests that chose them.

    So do the tests that lead here.
    """
    taint, controls, _ = gathered(values, state)
    for _, kind in controls.values():
        taint |= SOLVER if kind.of_solver else 0
    return taint, merge_controls(state.controls, controls)


def without_some(found: Sequence, taint: int, controls: ControlDependence, node: ast.AST) -> Sequence:
    """Without an element that something with this taint names: it chose those that are left.

    So did the ``controls``, although any of the elements may still be there.
    """
    loose = found.loose()
    kept = NOTHING
    for item in under_control(loose.rest, controls).values():
        chosen = {item.key: item} if item.taint & SOLVER else selected(single(item), taint & SOLVER, node)
        kept = join(kept, chosen)
    return replace(loose, rest=kept, least=max(loose.least - 1, 0), size=loose.size | taint)


def _without_key(found: Mapped, exact: object, *, strong: bool) -> Mapped:
    if strong and exact is not _MISSING:
        entries = {key: value for key, value in found.entries.items() if key != exact}
        keys = {key: value for key, value in found.keys.items() if key != exact}
        left = found.shrunk(Interval(ZERO, ONE))
        return replace(left, entries=entries, keys=keys, maybe=found.maybe - {exact})
    gone = frozenset(found.entries) if exact is _MISSING else found.maybe | ({exact} & found.entries.keys())
    return replace(found.shrunk(Interval(ZERO, ONE)), maybe=gone)


def _chosen_keys(found: Mapped, taint: int, node: ast.AST, controls: ControlDependence) -> Mapped:
    """With keys that something with this taint, and these tests, left there."""
    keys = {name: selected(under_control(key, controls), taint, node) for name, key in found.keys.items()}
    others = selected(under_control(found.other_keys, controls), taint, node)
    return replace(found, keys=keys, other_keys=others, order=found.order | taint)


def _replaced(found: Sequence, part: slice, value: Value, state: State, *, strong: bool) -> Sequence:
    """``found[part] = value``."""
    exact = exact_elements(value, state)
    if strong and exact is not None:
        if part == slice(None):
            return Sequence(found.kind, tuple(exact))
        if found.items is not None:
            items = list(found.items)
            try:
                items[part] = exact
            except ValueError:  # a slice with a step takes as many as it has
                return found
            return Sequence(found.kind, tuple(items))
    rest, _, size = elements_of(value, state)
    if strong and part == slice(None):
        return Sequence(found.kind, None, rest, 0, size, extent=length_of(value, state))
    loose = found.loose()
    return Sequence(found.kind, None, join(loose.rest, rest), 0, loose.size | size)


def _stored_key(found: Mapped, exact: object, index: Value, value: Value, *, strong: bool) -> Mapped:
    if exact is _MISSING and len(index) > 1:
        constants = constants_of(index)
        if constants is not None:
            for item in index.values():
                key = item.payload.constant  # type: ignore[union-attr]
                found = _entered(found, key, single(item), under_control(value, item.controls), strong=False)
            return found
    if exact is not _MISSING:
        return _entered(found, exact, index, value, strong=strong)
    chosen = under_control(value, controls_of(index))
    return replace(
        found.grown(exactly(1)),
        other_keys=join(found.other_keys, index),
        other_values=join(found.other_values, chosen),
        settled=frozenset(),
    )


def _entered(found: Mapped, key: Any, index: Value, value: Value, *, strong: bool) -> Mapped:
    before = found.entries.get(key, NOTHING)
    maybe = found.maybe - {key} if strong else found.maybe | {key} if key not in found.entries else found.maybe
    entries = {**found.entries, key: value if strong else join(before, value)}
    keys = found.keys if key in found.keys else {**found.keys, key: index}
    settled = found.settled | {key} if strong else found.settled
    grown = found if key in found.entries and key not in found.maybe else found.grown(exactly(1))
    return replace(grown, entries=entries, keys=keys, maybe=frozenset(maybe), settled=settled)
