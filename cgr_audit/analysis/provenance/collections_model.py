"""Functions that make, take apart and choose from containers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from cgr_audit.analysis.provenance.arguments import Arguments, gathered
from cgr_audit.analysis.provenance.heap import (
    allocate,
    constants_of,
    deep_controls,
    deep_dependences,
    elements_of,
    inside,
    picked,
    sequence_of,
    store_item,
)
from cgr_audit.analysis.provenance.objects import Mapped, Sequence
from cgr_audit.analysis.provenance.run import Frame, NeverReturnsError, Run
from cgr_audit.analysis.provenance.state import State
from cgr_audit.analysis.provenance.values import (
    ITEM,
    NOTHING,
    SOLVER,
    UNKNOWN,
    Alternative,
    External,
    Kind,
    Known,
    Reference,
    Value,
    join,
    known,
    opaque,
    restrained,
    single,
)

__all__ = ["COLLECTIONS", "Model", "by_key", "counted", "mapping_of", "update"]

Model = Callable[[Run, Arguments, ast.AST, Frame, State], Value | None]


def mapping_of(key: Value, value: Value) -> Mapped:
    """A dictionary whose entries are all like this one."""
    constants = constants_of(key)
    if constants is None:
        return Mapped({}, {}, frozenset(), key, value)
    entries = {item.payload.constant: value for item in key.values() if isinstance(item.payload, Known)}
    keys = {item.payload.constant: single(item) for item in key.values() if isinstance(item.payload, Known)}
    return Mapped(entries, keys, frozenset(entries))


def update(item: Alternative, other: Value, state: State) -> None:
    """Put the entries of ``other`` into a dictionary."""
    if not isinstance(item.payload, Reference):
        return
    found = state.heap[item.payload.place]
    if not isinstance(found, Mapped):
        return
    for source in other.values():
        inner = state.heap[source.payload.place] if isinstance(source.payload, Reference) else None
        if isinstance(inner, Mapped):
            entries = {**found.entries, **{
                name: value if name not in inner.maybe else join(found.entries.get(name, NOTHING), value)
                for name, value in inner.entries.items()
            }}  # fmt: skip
            maybe = (found.maybe - (inner.entries.keys() - inner.maybe)) | (inner.maybe - found.entries.keys())
            found = Mapped(entries, {**inner.keys, **found.keys}, frozenset(maybe),
                           join(found.other_keys, inner.other_keys), join(found.other_values, inner.other_values),
                           found.default, found.order | inner.order)  # fmt: skip
        else:
            part, _, _ = elements_of(single(source), state)
            dependences, controls = deep_dependences(part, state), deep_controls(part, state)
            extra = opaque(dependences, controls)
            found = Mapped(found.entries, found.keys, found.maybe, join(found.other_keys, extra),
                           join(found.other_values, extra), found.default, found.order)  # fmt: skip
    state.heap[item.payload.place] = found


def _container(kind: str) -> Model:
    def model(run: Run, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
        made = Sequence(kind, ())
        if given.positional:
            value = given.positional[0]
            found = sequence_of(next(iter(value.values())), state) if len(value) == 1 else None
            if found is not None and found.items is not None and (kind != "set" or len(found.items) < 2):
                controls = next(iter(value.values())).controls
                made = Sequence(kind, tuple(restrained(item, controls) for item in found.items))
            else:
                rest, some, size = elements_of(value, state, node)
                made = Sequence(kind, None, rest, int(some), size)
        return allocate(made, node, frame.number, state)

    return model


def _dict(default: bool, order: bool = False) -> Model:
    def model(run: Run, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
        missing = NOTHING
        positional = list(given.positional)
        if default and positional:
            factory = positional.pop(0)
            if any(item.payload != Known(type(None), None) for item in factory.values()):
                missing = run.call(factory, Arguments(), node, frame, state)
        if order:
            missing = known(0)
        made = Mapped(dict(given.named), {name: known(name) for name in given.named}, default=missing)
        value = allocate(made, node, frame.number, state)
        item = next(iter(value.values()))
        if positional and order:
            counted(item, positional[0], state)
        elif positional:
            _from_pairs(item, positional[0], state)
        return value

    return model


def _from_pairs(item: Alternative, pairs: Value, state: State) -> None:
    for source in pairs.values():
        found = state.heap[source.payload.place] if isinstance(source.payload, Reference) else None
        if isinstance(found, Mapped) or not isinstance(found, Sequence):
            update(item, single(source), state)
            continue
        for pair in found.items if found.items is not None else (found.rest,):
            for part in pair.values():
                inner = sequence_of(part, state)
                if inner.items is not None and len(inner.items) == 2:
                    key = restrained(inner.items[0], part.controls)
                    store_item(item, key, restrained(inner.items[1], part.controls), state,
                               strong=found.items is not None)  # fmt: skip
                else:
                    update(item, pair, state)


def counted(item: Alternative, elements: Value, state: State) -> None:
    """Count elements in a ``Counter``: its keys are the elements, its counts depend on them."""
    assert isinstance(item.payload, Reference)
    found = state.heap[item.payload.place]
    source = next(iter(elements.values())) if len(elements) == 1 else None
    inner = state.heap[source.payload.place] if source is not None and isinstance(source.payload, Reference) else None
    if isinstance(inner, Mapped):
        update(item, elements, state)
        return
    value, _, size = elements_of(elements, state)
    dependences = deep_dependences(value, state) | size
    for _, kind in deep_controls(value, state).values():
        dependences |= SOLVER if kind.of_solver else 0
    if isinstance(found, Mapped):
        state.heap[item.payload.place] = Mapped(
            found.entries, found.keys, found.maybe, join(found.other_keys, value),
            join(found.other_values, opaque(dependences)), found.default, found.order | dependences,
        )  # fmt: skip


def by_key(run: Run, value: Value, key: Value | None, node: ast.AST, frame: Frame, state: State) -> Value:
    """Elements chosen or put in order by themselves or by a key: what that depends on chose them."""
    dependences, controls = deep_dependences(value, state), deep_controls(value, state)
    if key and any(item.payload != Known(type(None), None) for item in key.values()):
        try:
            found = run.call(key, Arguments([value]), node, frame, state)
        except NeverReturnsError:
            found = run.unknown()
        dependences = deep_dependences(found, state)
        controls = deep_controls(found, state)
    for _, kind in controls.values():
        dependences |= SOLVER if kind.of_solver else UNKNOWN if kind is Kind.UNKNOWN else ITEM * (kind is Kind.ITEM)
    return picked(value, dependences, node)


def _extreme(run: Run, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    default = given.named.get("default")
    if len(given.positional) == 1 and not given.star:
        value, some, size = elements_of(given.positional[0], state, node)
    else:
        value, some, size = given.star, True, 0
        for part in given.positional:
            value = join(value, part)
    chosen = by_key(run, value, given.named.get("key"), node, frame, state)
    return _or_default(chosen, default, some, size, node)


def _or_default(value: Value, default: Value | None, some: bool, size: int, node: ast.AST) -> Value:
    """A value, or the default where there is no element."""
    if default is None or some:
        return value
    for item in value.values():
        size |= item.dependences
        for _, kind in item.controls.values():
            size |= SOLVER if kind.of_solver else 0
    kind = (
        Kind.FAILURE if size & SOLVER else Kind.UNKNOWN if size & UNKNOWN else Kind.ITEM if size & ITEM else Kind.NONE
    )
    return join(restrained(value, {node: (1, Kind.SUCCESS if kind is Kind.FAILURE else kind)}),
                restrained(default, {node: (-1, kind)}))  # fmt: skip


def _sorted(run: Run, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if not given.positional:
        return None
    value, some, size = elements_of(given.positional[0], state, node)
    chosen = by_key(run, value, given.named.get("key"), node, frame, state)
    return allocate(Sequence("list", None, chosen, int(some), size), node, frame.number, state)


def _same_elements(run: Run, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if not given.positional:
        return None
    rest, some, size = NOTHING, False, 0
    for value in (*given.positional, *((given.star,) if given.star else ())):
        part, more, amount = elements_of(value, state, node)
        rest, some, size = join(rest, part), some or more, size | amount
    return allocate(Sequence("iterator", None, rest, int(some), size), node, frame.number, state)


def _iter(run: Run, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if len(given.positional) == 1:
        return given.positional[0]
    return None


def _next(run: Run, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if not given.positional:
        return None
    value, some, size = elements_of(given.positional[0], state, node)
    if len(given.positional[0]) == 1:
        found = sequence_of(next(iter(given.positional[0].values())), state)
        if (
            found.items is not None
            and found.items
            and isinstance(node, ast.Call)
            and isinstance(node.args[0], ast.Call)
        ):
            value = found.items[0]  # a new iterator gives its first element
    return _or_default(value, given.get(1), some, size, node)


def _zip(run: Run, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    parts = [elements_of(value, state, node) for value in given.positional]
    exact = [_exact(value, state) for value in given.positional]
    if exact and all(items is not None for items in exact) and not given.star:
        rows = zip(*(items for items in exact if items is not None), strict=False)
        items = tuple(_tuple(row, node, frame, state, number) for number, row in enumerate(rows))
        return allocate(Sequence("iterator", items), node, frame.number, state)
    row = _tuple([value for value, _, _ in parts], node, frame, state, 0)
    some, size = all(more for _, more, _ in parts), 0
    for _, _, amount in parts:
        size |= amount
    return allocate(Sequence("iterator", None, row, int(some and bool(parts)), size), node, frame.number, state)


def _enumerate(run: Run, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if not given.positional:
        return None
    items = _exact(given.positional[0], state)
    start = given.get(1, "start")
    if items is not None and start is None:
        rows = tuple(_tuple([known(place), item], node, frame, state, place) for place, item in enumerate(items))
        return allocate(Sequence("iterator", rows), node, frame.number, state)
    value, some, size = elements_of(given.positional[0], state, node)
    row = _tuple([opaque(0), value], node, frame, state, 0)
    return allocate(Sequence("iterator", None, row, int(some), size), node, frame.number, state)


def _exact(value: Value, state: State) -> list[Value] | None:
    if len(value) != 1:
        return None
    item = next(iter(value.values()))
    found = sequence_of(item, state)
    if found.items is None or len(found.items) > 26:
        return None
    return [restrained(part, item.controls) for part in found.items]


def _tuple(parts: Any, node: ast.AST, frame: Frame, state: State, number: int) -> Value:
    """A tuple that a function of the library makes."""
    return allocate(Sequence("tuple", tuple(parts)), node, inside(frame.number, number + 1), state)


def _product(run: Run, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    rest, some, size = NOTHING, True, 0
    for value in given.positional:
        part, more, amount = elements_of(value, state, node)
        rest, some, size = join(rest, part), some and more, size | amount
    row = allocate(Sequence("tuple", None, rest, 1), node, frame.number, state)
    return allocate(Sequence("iterator", None, row, 0, size), node, inside(frame.number, 99), state)


def _range(run: Run, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    dependences, controls, _ = gathered(given.all, state)
    least = 0
    constants = [constants_of(value) for value in given.positional]
    if len(constants) == 1 and constants[0] and all(isinstance(n, int) and n > 0 for n in constants[0]):
        least = 1
    number = opaque(dependences, controls)
    return allocate(Sequence("range", None, number, least, dependences), node, frame.number, state)


def _repeat(run: Run, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    return allocate(Sequence("iterator", None, given.positional[0] if given.positional else NOTHING, 1), node,
                    frame.number, state)  # fmt: skip


def _copied(run: Run, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    result = NOTHING
    for item in (given.positional[0] if given.positional else NOTHING).values():
        if isinstance(item.payload, Reference):
            made = allocate(state.heap[item.payload.place], node, frame.number, state)
            result = join(result, restrained(made, item.controls))
        else:
            result = join(result, single(item))
    return result


def _mode(run: Run, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if not given.positional:
        return None
    value, _, _ = elements_of(given.positional[0], state, node)
    return by_key(run, value, None, node, frame, state)


def _largest(run: Run, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if len(given.positional) < 2:
        return None
    inner = Arguments([given.positional[1]], given.named)
    return _sorted(run, inner, node, frame, state)


def _named_tuple(run: Run, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    names: list[str] | None = None
    fields = given.get(1, "field_names")
    if fields is not None:
        constants = constants_of(fields)
        if constants and isinstance(constants[0], str):
            names = constants[0].replace(",", " ").split()
        else:
            items = _exact(fields, state)
            parts = [constants_of(item) for item in items or ()]
            names = [str(part[0]) for part in parts if part]
    if not names:
        return None
    return single(Alternative(External("<namedtuple> " + " ".join(names))))


COLLECTIONS: Mapping[str, Model] = MappingProxyType({
    "builtins.list": _container("list"), "builtins.tuple": _container("tuple"), "builtins.set": _container("set"),
    "builtins.frozenset": _container("set"), "collections.deque": _container("list"),
    "builtins.dict": _dict(default=False), "collections.OrderedDict": _dict(default=False),
    "collections.defaultdict": _dict(default=True), "collections.Counter": _dict(default=False, order=True),
    "collections.ChainMap": _dict(default=False), "types.MappingProxyType": _dict(default=False),
    "builtins.max": _extreme, "builtins.min": _extreme, "builtins.sorted": _sorted, "builtins.reversed": _same_elements,
    "builtins.iter": _iter, "builtins.next": _next, "builtins.zip": _zip, "builtins.enumerate": _enumerate,
    "builtins.range": _range, "itertools.chain": _same_elements, "itertools.cycle": _same_elements,
    "itertools.islice": lambda run, given, node, frame, state: _same_elements(
        run, Arguments(given.positional[:1]), node, frame, state),
    "itertools.chain.from_iterable": lambda run, given, node, frame, state: _same_elements(
        run, Arguments([elements_of(value, state)[0] for value in given.positional]), node, frame, state),
    "itertools.product": _product, "itertools.combinations": _product, "itertools.permutations": _product,
    "itertools.zip_longest": _zip, "itertools.repeat": _repeat,
    "itertools.count": lambda run, given, node, frame, state:
    allocate(Sequence("iterator", None, opaque(0), 1), node, frame.number, state),
    "copy.copy": _copied, "copy.deepcopy": _copied, "statistics.mode": _mode, "statistics.multimode": _sorted,

    "heapq.nlargest": _largest, "heapq.nsmallest": _largest, "heapq.heappop": _mode,
    "collections.namedtuple": _named_tuple,
})  # fmt: skip
