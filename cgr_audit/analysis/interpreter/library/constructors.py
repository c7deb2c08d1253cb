"""Functions that make containers, and what fills them."""

from __future__ import annotations

import ast
from typing import Any

from cgr_audit.analysis.domains.intervals import ANY_SIZE, EMPTY, Interval, exactly
from cgr_audit.analysis.domains.polynomials import ZERO
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.heap import (
    allocate,
    constants_of,
    deep_controls,
    deep_taint,
    elements_of,
    exact_elements,
    length_of,
    sequence_of,
)
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.declaration import Model
from cgr_audit.analysis.interpreter.library.escape import escape, is_called, unfollowed
from cgr_audit.analysis.interpreter.objects import HeapObject, Mapped, Sequence, join_objects, replace
from cgr_audit.analysis.interpreter.state import State, become_one_of
from cgr_audit.analysis.interpreter.subscripts import store_item
from cgr_audit.analysis.interpreter.values import (
    NO_CONTROL,
    NOTHING,
    SOLVER,
    UNKNOWN,
    AbstractValue,
    Constant,
    External,
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

__all__ = ["container", "counted", "dictionary_of", "majority", "mapping_of", "named_tuple", "update"]


def mapping_of(key: Value, value: Value) -> Mapped:
    """A dictionary whose entries are all like this one."""
    constants = constants_of(key)
    if constants is None:
        return Mapped({}, {}, frozenset(), key, value)
    entries = {item.payload.constant: value for item in key.values() if isinstance(item.payload, Constant)}
    keys = {item.payload.constant: single(item) for item in key.values() if isinstance(item.payload, Constant)}
    return Mapped(entries, keys, frozenset(entries), extent=ANY_SIZE)


def from_keys(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``dict.fromkeys(keys, value)``."""
    keys, value = given.get(0, "iterable"), given.get(1, "value")
    if keys is None or given.star or given.double_star:
        return None
    if value is None:
        value = known(None)
    exact = exact_elements(keys, state)
    constants = None if exact is None else [constants_of(key) for key in exact]
    if exact is not None and constants is not None and all(found and len(found) == 1 for found in constants):
        pairs = {found[0]: key for found, key in zip(constants, exact, strict=True) if found}
        return allocate(Mapped(dict.fromkeys(pairs, value), pairs), node, frame.number, state)
    key, _, _ = elements_of(keys, state)
    made = Mapped({}, {}, frozenset(), key, value, extent=Interval(ZERO, length_of(keys, state).high))
    return allocate(made, node, frame.number, state)


def update(item: AbstractValue, other: Value, state: State) -> None:
    """Put the entries of ``other`` into a dictionary."""
    if not isinstance(item.payload, Reference):
        return
    found = state.heap[item.payload.place]
    if not isinstance(found, Mapped):
        return
    if not other:
        return
    first, *more = other.values()
    whole: HeapObject = _updated(found, first, state)
    for number, source in enumerate(more):  # it is one of them
        before = NO_CONTROL if number else first.controls
        whole = join_objects(whole, _updated(found, source, state), before, source.controls)
    state.write(item.payload.place, whole)


def _updated(found: Mapped, source: AbstractValue, state: State) -> Mapped:
    """A dictionary with the entries of another one, or of something that is none."""
    inner = state.heap[source.payload.place] if isinstance(source.payload, Reference) else None
    if isinstance(inner, Mapped):
        entries = {**found.entries, **{
            name: value if name not in inner.maybe else join(found.entries.get(name, NOTHING), value)
            for name, value in inner.entries.items()
        }}  # fmt: skip
        maybe = (found.maybe - (inner.entries.keys() - inner.maybe)) | (inner.maybe - found.entries.keys())
        extent = (found.length + inner.length)._replace(low=ZERO)
        return Mapped(entries, {**inner.keys, **found.keys}, frozenset(maybe),
                      join(found.other_keys, inner.other_keys), join(found.other_values, inner.other_values),
                      found.default, found.order | inner.order, inserts=found.inserts,
                      settled=_settled(found, inner), extent=extent)  # fmt: skip
    part, _, _ = elements_of(single(source), state)
    taint, controls = deep_taint(part, state), deep_controls(part, state)
    extra = opaque(taint, controls)
    grown = found.grown(length_of(single(source), state))
    return replace(grown, other_keys=join(found.other_keys, extra), other_values=join(found.other_values, extra),
                   leader=NOTHING, lead=0, settled=frozenset())  # fmt: skip


def _settled(found: Mapped, inner: Mapped) -> frozenset[Any]:
    """The keys that stay the last ones written where ``inner`` is put into ``found``."""
    certain = inner.entries.keys() - inner.maybe
    if inner.other_keys or inner.other_values:
        return inner.settled & certain
    return found.settled | certain


def container(kind: str) -> Model:
    """The model of ``list``, ``tuple``, ``set`` and the like."""

    def model(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
        made = Sequence(kind, ())
        if given.positional:
            value = given.positional[0]
            found = sequence_of(next(iter(value.values())), state) if len(value) == 1 else None
            if found is not None and found.items is not None and (kind != "set" or len(found.items) < 2):
                controls = next(iter(value.values())).controls
                made = Sequence(kind, tuple(under_control(item, controls) for item in found.items))
            else:
                rest, some, size = elements_of(value, state, node)
                extent = length_of(value, state)
                made = Sequence(kind, None, rest, int(some), size)
                made = made.with_length(Interval(ZERO, extent.high) if kind == "set" else extent)
        limit = given.get(1, "maxlen") if kind == "deque" else None
        if limit is not None and not all(item.payload == Constant(type(None), None) for item in limit.values()):
            cap = interval_of(limit) or ANY_SIZE
            made = replace(made, cap=cap).grown(EMPTY)
        return allocate(replace(made, kind="list") if kind == "deque" else made, node, frame.number, state)

    return model


def dictionary_of(default: bool, order: bool = False) -> Model:
    """The model of ``dict``, of ``defaultdict`` (``default``) and of ``Counter`` (``order``)."""

    def model(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
        missing = NOTHING
        positional = list(given.positional)
        if default and positional:
            factory = positional.pop(0)
            if any(item.payload != Constant(type(None), None) for item in factory.values()):
                place = node.args[0] if isinstance(node, ast.Call) and node.args else node
                before = state.copy()
                missing = interp.call(factory, Arguments(), place, frame, state)
                become_one_of(state, [before, state], [NO_CONTROL, {node: (1, Kind.UNKNOWN)}])
                if is_called(factory):  # for every key that is missing
                    escape(interp, [factory], interp.unknown(), node, frame, state)
        if order:
            missing = known(0)
        made = Mapped(dict(given.named), {name: known(name) for name in given.named}, default=missing,
                      inserts=default and bool(missing), extent=exactly(len(given.named)))  # fmt: skip
        value = allocate(made, node, frame.number, state)
        item = next(iter(value.values()))
        if positional and order:
            counted(interp, item, positional[0], node, state)
        elif positional:
            _from_pairs(item, positional[0], state)
            for name, inner in given.named.items():
                store_item(item, known(name), inner, state, strong=True)
        return value

    return model


def layered(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    """``ChainMap(first, then)``: of several entries under one key, that of the first dictionary.

    An empty one is likely to be filled later, which is not followed; nor are those of a star.
    """
    if given.star:
        return unfollowed(interp, UNKNOWN, given, node, frame, state)
    value = allocate(Mapped({}, {}), node, frame.number, state)
    (item,) = value.values()
    for layer in reversed(given.positional):
        update(item, layer, state)
        found = [state.heap[one.payload.place] for one in layer.values() if isinstance(one.payload, Reference)]
        if any(isinstance(one, Mapped) and not (one.entries or one.other_keys) for one in found):
            update(item, opaque(UNKNOWN), state)
    return value


def _from_pairs(item: AbstractValue, pairs: Value, state: State) -> None:
    for source in pairs.values():
        found = state.heap[source.payload.place] if isinstance(source.payload, Reference) else None
        if isinstance(found, Mapped) or not isinstance(found, Sequence):
            update(item, single(source), state)
            continue
        for pair in found.items if found.items is not None else (found.rest,):
            for part in pair.values():
                inner = sequence_of(part, state)
                if inner.items is not None and len(inner.items) == 2:
                    key = under_control(inner.items[0], part.controls)
                    store_item(item, key, under_control(inner.items[1], part.controls), state,
                               strong=found.items is not None)  # fmt: skip
                else:
                    update(item, pair, state)
        if found.items is None and isinstance(item.payload, Reference):
            made = state.heap[item.payload.place]
            assert isinstance(made, Mapped)
            state.write(item.payload.place, made.grown(found.length.plain))


def counted(interp: Interpreter, item: AbstractValue, elements: Value, node: ast.AST, state: State) -> None:
    """Count elements in a ``Counter``: its keys are the elements, its counts depend on them."""
    assert isinstance(item.payload, Reference)
    found = state.heap[item.payload.place]
    source = next(iter(elements.values())) if len(elements) == 1 else None
    inner = state.heap[source.payload.place] if source is not None and isinstance(source.payload, Reference) else None
    if isinstance(inner, Mapped):
        update(item, elements, state)
        return
    value, _, size = elements_of(elements, state)
    taint = deep_taint(value, state) | size
    for _, kind in deep_controls(value, state).values():
        taint |= SOLVER if kind.of_solver else 0
    if isinstance(found, Mapped):
        exact = exact_elements(elements, state)
        leader, lead = majority(exact or []) if not (found.entries or found.other_keys) else (found.leader, found.lead)
        new = Mapped(
            found.entries, found.keys, found.maybe, join(found.other_keys, value),
            join(found.other_values, opaque(taint)), found.default, found.order | taint, leader, lead,
            found.cast, extent=found.grown(length_of(elements, state)).extent,
        )  # fmt: skip
        if found.leader:
            times = interp.repetitions
            new = new.with_votes(node, None if exact is None or times is None else len(exact) * times)
        state.write(item.payload.place, new)


def majority(votes: list[Value]) -> tuple[Value, int]:
    """The constant that is ahead of all others whatever the votes that are not known say, and by how many votes."""
    counts: dict[Any, int] = {}
    first: dict[Any, Value] = {}
    for vote in votes:
        payload = next(iter(vote.values())).payload if len(vote) == 1 else None
        if isinstance(payload, Constant):
            counts[payload] = counts.get(payload, 0) + 1
            first.setdefault(payload, vote)
    ranked = sorted(counts.items(), key=lambda count: -count[1])
    if not ranked or len(ranked) == len(votes) == 1:
        return NOTHING, 0
    best, votes_of_best = ranked[0]
    lead = votes_of_best - (ranked[1][1] if len(ranked) > 1 else 0) - (len(votes) - sum(counts.values()))
    return (first[best], lead) if lead > 0 else (NOTHING, 0)


def named_tuple(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """The class that ``collections.namedtuple`` makes."""
    names: list[str] | None = None
    fields = given.get(1, "field_names")
    if fields is not None:
        constants = constants_of(fields)
        if constants and isinstance(constants[0], str):
            names = constants[0].replace(",", " ").split()
        else:
            items = exact_elements(fields, state)
            parts = [constants_of(item) for item in items or ()]
            names = [str(part[0]) for part in parts if part]
    if not names:
        return None
    return single(AbstractValue(External("<namedtuple> " + " ".join(names))))
