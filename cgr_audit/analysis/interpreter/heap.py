"""Reading and writing objects of the abstract heap."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from cgr_audit.analysis import pure
from cgr_audit.analysis.domains.intervals import ANY_SIZE, Interval, exactly, join_intervals
from cgr_audit.analysis.domains.polynomials import Bound
from cgr_audit.analysis.interpreter.objects import (
    BOXED,
    HeapObject,
    Instance,
    Mapped,
    Sequence,
    as_sequence,
    replace,
)
from cgr_audit.analysis.interpreter.outside_objects import kept_element, rearranged
from cgr_audit.analysis.interpreter.state import Place, State
from cgr_audit.analysis.interpreter.values import (
    ITEM,
    NESTING,
    NO_CONTROL,
    NOTHING,
    OPAQUE,
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
    join,
    join_all,
    merge_controls,
    opaque,
    single,
    taint_of,
    taint_of_controls,
    under_control,
    with_interval,
)

__all__ = [
    "abstract",
    "allocate",
    "concretize",
    "constants_of",
    "counted_elements",
    "deep_controls",
    "deep_parts",
    "deep_taint",
    "elements_of",
    "exact_elements",
    "held",
    "inside",
    "length_of",
    "remaining",
    "selected",
    "sequence_of",
    "truth_of",
    "unnamed",
]

_MAX_PARTS = 500
_MAX_LIFTED = 60
_MAX_OBJECTS = 200
_CONTAINERS = (list, tuple, set, frozenset, dict)
_SCALARS = (str, bytes, int, float, complex, bool, range, type(None), type(...))


def allocate(found: HeapObject, node: ast.AST, frame: int, state: State) -> Value:
    """A new object made by ``node``."""
    place = (node, frame)
    if place in state.heap:
        state.age(place)
    state.heap[place] = found
    return single(AbstractValue(Reference(place)))


def held(node: ast.expr, frame: int, state: State, make: Callable[[], Value], *values: dict[Any, Value]) -> Value:
    """What ``make`` gives; meanwhile these values are kept in variables, for it may rename what they refer to."""
    cells: list[tuple[dict[Any, Value], Any, tuple[int, str]]] = []
    for whole in values:
        for key, value in whole.items():
            if any(type(item.payload) is Reference or type(item.payload) in NESTING for item in value.values()):
                cell = (frame, f"<held {node.lineno}:{node.col_offset} {len(cells)}>")
                state.cells[cell] = value
                cells.append((whole, key, cell))
    made = make()
    for whole, key, cell in cells:
        whole[key] = state.cells.pop(cell, whole[key])
    return made


def deep_taint(value: Value, state: State) -> int:
    """What a value is computed from, looking into objects."""
    result = 0
    for item in value.values():
        if type(item.payload) is Reference:
            items, size = _within(value, state)
            for inner in items:
                size |= inner.taint
            return size
        result |= item.taint
    return result


def deep_controls(value: Value, state: State) -> ControlDependence:
    """Every test that chose a value or what is in it."""
    result = NO_CONTROL
    for item in _within(value, state)[0]:
        if item.controls:
            result = merge_controls(result, item.controls)
    return result


def deep_parts(values: Iterable[Value], state: State) -> tuple[list[AbstractValue], int]:
    """The alternatives of several values and of all that is in them, and what they all are computed from."""
    found: list[AbstractValue] = []
    taint = 0
    for value in values:
        items, size = _within(value, state)
        found.extend(items)
        taint |= size
    for item in found:
        taint |= item.taint
    return found, taint


def _within(value: Value, state: State) -> tuple[list[AbstractValue], int]:
    """The alternatives of a value and of every object it reaches, and what the objects' sizes depend on."""
    result = list(value.values())
    seen: set[Place] | None = None
    size = 0
    for item in result:  # grows while it is read
        payload = item.payload
        if type(payload) is not Reference:
            continue
        if seen is None:
            seen = set()
        if payload.place in seen:
            continue
        if len(seen) >= _MAX_OBJECTS:
            return result, size | UNKNOWN
        seen.add(payload.place)
        found = state.heap[payload.place]
        if type(found) is Sequence:
            size |= found.size
        elif type(found) is Mapped:
            size |= found.order
        for part in _parts(found):
            result.extend(part.values())
    return result, size


def _parts(found: HeapObject) -> list[Value]:
    if isinstance(found, Sequence):
        return list(found.items) if found.items is not None else [found.rest]
    if isinstance(found, Mapped):
        return [*found.entries.values(), *found.keys.values(), found.other_keys, found.other_values]
    return list(found.attributes.values())


def truth_of(alternative: AbstractValue, state: State) -> bool | None:
    """Whether it is true, where that is known."""
    payload = alternative.payload
    if isinstance(payload, Constant):
        return bool(payload.constant)
    if isinstance(payload, Opaque):
        return False if payload.is_false else None
    if isinstance(payload, Reference):
        found = state.heap[payload.place]
        if isinstance(found, Instance):
            return None if BOXED in found.attributes else True
        if found.shortest > 0:
            return True
        if isinstance(found, Sequence):
            return False if found.items == () else None
        return False if not (found.entries or found.other_keys) else None
    return True


def sequence_of(alternative: AbstractValue, state: State) -> Sequence:
    """The elements that iterating an alternative gives; what chose the alternative chose them too."""
    payload = alternative.payload
    if isinstance(payload, Reference):
        return as_sequence(state.heap[payload.place])
    if isinstance(payload, Constant):
        return _of_constant(alternative, payload)
    # an item has options, and a question some words, but there may be none past the first few
    least = int(alternative.taint == ITEM and not any(map(_starts_later, alternative.origins)))
    element = single(AbstractValue(OPAQUE, alternative.taint, NO_CONTROL, alternative.origins, alternative.trail))
    element = arranged(join(element, kept_element(alternative, state)), alternative, state)
    return Sequence("iterator", None, element, least, alternative.taint, extent=alternative.size or ANY_SIZE)


def _starts_later(node: ast.AST) -> bool:
    """Whether an expression takes what comes after a place, or before one counted from the end."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)):
        return False
    lower_end, upper_end = node.slice.lower, node.slice.upper
    starts = lower_end is None or (isinstance(lower_end, ast.Constant) and lower_end.value in (0, None))
    stops = upper_end is None or (isinstance(upper_end, ast.Constant) and upper_end.value not in (0, None))
    return not (starts and stops)


def _of_constant(alternative: AbstractValue, payload: Constant) -> Sequence:
    constant = payload.constant
    if not isinstance(constant, str | bytes | range):
        return Sequence("iterator", None, opaque(alternative.taint | UNKNOWN))
    if len(constant) > 26:
        element = opaque(alternative.taint)
        return Sequence("iterator", None, element, 1, extent=exactly(len(constant)))
    items = tuple(
        single(AbstractValue(Constant(type(part), part), alternative.taint, NO_CONTROL, frozenset(), alternative.trail))
        for part in constant
    )
    return Sequence("iterator", items)


def elements_of(value: Value, state: State, node: ast.AST | None = None) -> tuple[Value, bool, int]:
    """What any element of a value may be, whether there is at least one, and what their number depends on."""
    result, some, size = NOTHING, bool(value), 0
    several = [sequence_of(item, state) for item in value.values()]
    if len(several) > 1 and (len({found.length for found in several}) > 1 or several[0].length.integer is None):
        size = taint_of_controls(controls_of(value))
    for item, found in zip(value.values(), several, strict=True):
        size |= deep_taint(found.rest, state) if found.kind == "set" else 0  # equal elements are one
        result = join(result, under_control(found.any, item.controls))
        some = some and found.shortest > 0
        size |= found.size
    if node is not None:
        result = _redefined(result, node)
        result = remaining(result, size, node)
    return result, some, size


def length_of(value: Value, state: State) -> Interval:
    """How many elements iterating a value gives."""
    found: Interval | None = None
    for item in value.values():
        held = sequence_of(item, state).length
        found = held if found is None else join_intervals(found, held)
    return found or ANY_SIZE


def counted_elements(iterable: Value, element: Value, state: State, index: Bound) -> Value:
    """What iterating gives in an iteration: the number in what ``range`` and ``enumerate`` give goes by its index."""
    if len(iterable) != 1:
        return element
    item = next(iter(iterable.values()))
    found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
    if not isinstance(found, Sequence) or found.counts_from is None:
        return element
    number = found.counts_from + exactly(index)
    if found.kind == "range":
        return {key: part.measured(number) for key, part in element.items()}
    for part in element.values():
        row = state.heap[part.payload.place] if isinstance(part.payload, Reference) else None
        if isinstance(row, Sequence) and row.items and isinstance(part.payload, Reference):
            state.heap[part.payload.place] = replace(row, items=(with_interval(row.items[0], number), *row.items[1:]))
    return element


def exact_elements(value: Value, state: State) -> list[Value] | None:
    """Every element in its order, where they are known."""
    if len(value) != 1:
        return None
    item = next(iter(value.values()))
    found = sequence_of(item, state)
    return None if found.items is None else [under_control(part, item.controls) for part in found.items]


def _redefined(value: Value, node: ast.AST) -> Value:
    """Constants without a name of their own (letters of a text, a list's literals) are defined by what takes them."""
    result: Value = {}
    for item in value.values():
        new = item
        if item.is_unnamed and isinstance(item.payload, Constant):
            new = AbstractValue(item.payload, item.taint, item.controls, frozenset((node,)), item.trail)
        result = join(result, single(new))  # what one of two has no test for, the other may
    return result


def remaining(value: Value, size: int, node: ast.AST) -> Value:
    """What is left in a container: responses on which its size depends chose the elements of the item among it."""
    if not size & SOLVER:
        return value
    return join_all(
        selected(single(item), SOLVER, node) if item.taint & ITEM and not item.taint & SOLVER else single(item)
        for item in value.values()
    )


def selected(value: Value, taint: int, node: ast.AST, controls: ControlDependence = NO_CONTROL) -> Value:
    """A value taken out of several by something with this taint: that chose it."""
    if taint & SOLVER:
        kind = Kind.CONTENT
    elif taint & (UNKNOWN | RANDOM):
        kind = Kind.UNKNOWN
    elif taint & ITEM:
        kind = Kind.ITEM
    else:
        return under_control(value, controls)
    chosen = under_control(value, {**controls, node: (1, kind)})
    return join_all(single(unnamed(item, node)) for item in chosen.values())


def arranged(value: Value, item: AbstractValue, state: State) -> Value:
    """An element of something that the program did not make, chosen by what put its elements in order."""
    for order in rearranged(item, state).values():
        value = selected(value, order.taint, next(iter(order.origins)), order.controls)
    return value


def unnamed(item: AbstractValue, node: ast.AST) -> AbstractValue:
    """One of several constants is defined by what takes it, for two takings may give different ones."""
    if not item.is_unnamed or not isinstance(item.payload, Constant | Opaque):
        return item
    return AbstractValue(item.payload, item.taint, item.controls, frozenset((node,)), item.trail)


def constants_of(value: Value) -> list[Any] | None:
    """The constants that a value may be; nothing if it may be anything else."""
    constants = [item.payload.constant for item in value.values() if isinstance(item.payload, Constant)]
    return constants if constants and len(constants) == len(value) else None


def concretize(value: Value, state: State) -> object:
    """The one Python value that an abstract value is.

    Raises:
        pure.Unfoldable: it may be several, is not known, or is too large to be worth knowing.
    """
    return _lowered(value, state, [_MAX_PARTS])


def _lowered(value: Value, state: State, left: list[int]) -> object:
    left[0] -= 1
    if len(value) != 1 or left[0] < 0:
        raise pure.Unfoldable
    payload = next(iter(value.values())).payload
    if isinstance(payload, Constant):
        return slice(*payload.constant) if payload.kind is slice else payload.constant
    found = state.heap[payload.place] if isinstance(payload, Reference) else None
    if isinstance(found, Sequence) and found.items is not None and found.kind != "set":
        parts = [_lowered(part, state, left) for part in found.items]
        return tuple(parts) if found.kind == "tuple" else parts
    if isinstance(found, Mapped) and not (found.maybe or found.other_keys or found.default):
        return {name: _lowered(part, state, left) for name, part in found.entries.items()}
    raise pure.Unfoldable


def abstract(constant: object, node: ast.AST, frame: int, state: State, sources: Value, part: int = 0) -> Value:
    """The abstract value of a computed constant; ``sources`` are what it was computed from."""
    if isinstance(constant, _CONTAINERS):
        return _lift_container(constant, node, frame, state, sources, part)
    if not isinstance(constant, _SCALARS):
        return opaque(taint_of(sources), controls_of(sources), sources=sources.values())
    made = opaque(taint_of(sources), controls_of(sources), Constant(type(constant), constant), sources.values())
    trail = next((item.trail for item in sources.values() if item.trail is not None), None)
    item = next(iter(made.values()))
    return single(AbstractValue(item.payload, item.taint, item.controls, item.origins, trail))


def _lift_container(constant: Any, node: ast.AST, frame: int, state: State, sources: Value, part: int) -> Value:
    number, first = inside(frame, part), part * 128 + 1
    if len(constant) > _MAX_LIFTED or part > _MAX_LIFTED**3:
        return opaque(taint_of(sources), controls_of(sources), sources=sources.values())
    if isinstance(constant, set | frozenset):
        rest = NOTHING
        for inner in sorted(constant, key=repr):
            rest = join(rest, abstract(inner, node, frame, state, sources, first))
        made = Sequence("set", None, rest, len(constant), extent=exactly(len(constant)))
        return allocate(made, node, number, state)
    if isinstance(constant, dict):
        pairs = list(enumerate(constant.items(), first))
        entries = {key: abstract(inner, node, frame, state, sources, place) for place, (key, inner) in pairs}
        keys = {key: abstract(key, node, frame, state, sources, place + _MAX_LIFTED) for place, (key, _) in pairs}
        return allocate(Mapped(entries, keys), node, number, state)
    items = tuple(abstract(inner, node, frame, state, sources, place) for place, inner in enumerate(constant, first))
    return allocate(Sequence("tuple" if isinstance(constant, tuple) else "list", items), node, number, state)


def inside(frame: int, part: int) -> int:
    """The number under which a part of what one expression makes is kept, apart from the whole."""
    return frame + part * 1_000_000
