"""Functions that make, take apart and choose from containers."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from cgr_audit.analysis.domains.intervals import (
    ANY_NUMBER,
    ANY_SIZE,
    EMPTY,
    Interval,
    exactly,
    least_of,
    rounds_of_range,
)
from cgr_audit.analysis.domains.polynomials import ONE, ZERO
from cgr_audit.analysis.interpreter.arguments import Arguments, gathered
from cgr_audit.analysis.interpreter.generators import draw, either, is_suspended, suspended_at
from cgr_audit.analysis.interpreter.heap import (
    allocate,
    constants_of,
    deep_controls,
    deep_taint,
    elements_of,
    exact_elements,
    inside,
    length_of,
    selected,
    sequence_of,
)
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, NeverReturnsError
from cgr_audit.analysis.interpreter.library.constructors import (
    Model,
    container,
    copied,
    dictionary_of,
    from_keys,
    layered,
    majority,
    named_tuple,
)
from cgr_audit.analysis.interpreter.library.higher_order import call_each
from cgr_audit.analysis.interpreter.objects import HeapObject, Mapped, Sequence
from cgr_audit.analysis.interpreter.special_methods import iterator_of, special
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    ITEM,
    NOTHING,
    SOLVER,
    UNKNOWN,
    AbstractValue,
    Constant,
    Function,
    Kind,
    Method,
    Reference,
    Value,
    interval_of,
    join,
    known,
    merge_controls,
    opaque,
    single,
    under_control,
)

__all__ = [
    "COLLECTIONS",
    "by_key",
]


def by_key(
    interp: Interpreter,
    value: Value,
    key: Value | None,
    node: ast.AST,
    frame: Frame,
    state: State,
    times: Interval = ANY_SIZE,
) -> Value:
    """Elements chosen or put in order by themselves or by a key: what that depends on chose them."""
    taint, controls, ranked = deep_taint(value, state), deep_controls(value, state), value
    if key and any(item.payload != Constant(type(None), None) for item in key.values()):
        try:
            ranked = call_each(interp, key, Arguments([value]), times, node, frame, state)
        except NeverReturnsError:
            ranked = interp.unknown()
        taint = deep_taint(ranked, state)
        controls = deep_controls(ranked, state)
    ordered = special(interp, ranked, ("__lt__", "__gt__"), [ranked], node, frame, state)
    if ordered is not None:
        taint |= deep_taint(ordered, state)
        controls = merge_controls(controls, deep_controls(ordered, state))
    for _, kind in controls.values():
        taint |= SOLVER if kind.of_solver else UNKNOWN if kind is Kind.UNKNOWN else ITEM * (kind is Kind.ITEM)
    interp.traces.decide(node, taint, controls)
    interp.traces.ranked(node, taint)
    for item in (key or {}).values():
        if isinstance(item.payload, Function) and isinstance(item.payload.node, ast.Lambda):
            interp.traces.joined(node, ast.walk(item.payload.node.body))
    return selected(value, taint, node)


def _extreme(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    default = given.named.get("default")
    winner = _winner(given, state)
    if winner:
        return winner
    if len(given.positional) == 1 and not given.star:
        value, some, size = elements_of(given.positional[0], state, node)
    else:
        value, some, size = given.star, True, 0
        for part in given.positional:
            value = join(value, part)
    times = exactly(len(given.positional))
    if len(given.positional) == 1 or given.star:
        times = ANY_SIZE if given.star else length_of(given.positional[0], state)
    chosen = by_key(interp, value, given.named.get("key"), node, frame, state, times)
    return _or_default(chosen, default, some, size, node)


def _winner(given: Arguments, state: State) -> Value:
    """``max(set(votes), key=votes.count)`` or ``max(tally, key=tally.get)`` where no response can change it."""
    key = given.named.get("key", NOTHING)
    method = next(iter(key.values())).payload if len(key) == 1 else None
    if not isinstance(method, Method) or not isinstance(method.receiver.payload, Reference):
        return NOTHING
    found = state.heap[method.receiver.payload.place]
    if isinstance(found, Sequence) and method.name == "count" and found.items is not None:
        counted, winner = found.any, majority(list(found.items))[0]
    elif isinstance(found, Mapped) and method.name in ("get", "__getitem__"):
        counted, winner = found.any_key, found.winner
    else:
        return NOTHING
    return winner if winner and _are_all(given, counted, state) else NOTHING


def _are_all(given: Arguments, counted: Value, state: State) -> bool:
    """Whether what is chosen among is all that was counted."""
    if len(given.positional) != 1 or given.star:
        return False
    among = elements_of(given.positional[0], state)[0]
    payloads = {item.payload for item in counted.values()}
    return payloads == {item.payload for item in among.values()} and not any(item.controls for item in among.values())


def _or_default(value: Value, default: Value | None, some: bool, size: int, node: ast.AST) -> Value:
    """A value, or the default where there is no element."""
    if default is None or some:
        return value
    for item in value.values():
        size |= item.taint
        for _, kind in item.controls.values():
            size |= SOLVER if kind.of_solver else 0
    kind = (
        Kind.FAILURE if size & SOLVER else Kind.UNKNOWN if size & UNKNOWN else Kind.ITEM if size & ITEM else Kind.NONE
    )
    return join(under_control(value, {node: (1, Kind.SUCCESS if kind is Kind.FAILURE else kind)}),
                under_control(default, {node: (-1, kind)}))  # fmt: skip


def _sorted(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if not given.positional:
        return None
    value, some, size = elements_of(given.positional[0], state, node)
    times = length_of(given.positional[0], state)
    chosen = by_key(interp, value, given.named.get("key"), node, frame, state, times)
    extent = length_of(given.positional[0], state)
    return allocate(Sequence("list", None, chosen, int(some), size, extent=extent), node, frame.number, state)


def _same_elements(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if not given.positional:
        return None
    rest, some, size = NOTHING, False, 0
    for value in (*given.positional, *((given.star,) if given.star else ())):
        part, more, amount = elements_of(value, state, node)
        rest, some, size = join(rest, part), some or more, size | amount
    extent = EMPTY
    for value in given.positional:
        extent = extent + length_of(value, state).plain
    extent = ANY_SIZE if given.star else extent
    return allocate(Sequence("iterator", None, rest, int(some), size, extent=extent), node, frame.number, state)


def _reversed(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    exact = exact_elements(given.positional[0], state) if len(given.positional) == 1 else None
    if exact is None:
        return _same_elements(interp, given, node, frame, state)
    return allocate(Sequence("iterator", tuple(exact[::-1])), node, frame.number, state)


def _iter(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    return iterator_of(interp, given.positional[0], node, frame, state) if len(given.positional) == 1 else None


def _next(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if not given.positional:
        return None
    if is_suspended(given.positional[0], state):
        return _drawn(interp, given, node, frame, state)
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


def _drawn(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    def run(item: AbstractValue, begun: State) -> Value:
        if suspended_at(item, begun) is None:
            return _next(interp, Arguments([single(item), *given.positional[1:]]), node, frame, begun) or NOTHING
        return draw(interp, item, node, frame, begun, default=given.get(1))

    return either(given.positional[0], state, run)


def _zip(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    parts = [elements_of(value, state, node) for value in given.positional]
    exact = [exact_elements(value, state) for value in given.positional]
    if exact and all(items is not None for items in exact) and not given.star:
        rows = zip(*(items for items in exact if items is not None), strict=False)
        items = tuple(_tuple(row, node, frame, state, number) for number, row in enumerate(rows))
        return allocate(Sequence("iterator", items), node, frame.number, state)
    if given.star:
        parts.append(elements_of(given.star, state, node))
        rest = NOTHING
        for value, _, _ in parts:
            rest = join(rest, value)
        row = allocate(Sequence("tuple", None, rest, 1), node, inside(frame.number, 1), state)
    else:
        row = _tuple([value for value, _, _ in parts], node, frame, state, 0)
    some, size = all(more for _, more, _ in parts), 0
    for _, _, amount in parts:
        size |= amount
    extent = ANY_SIZE if given.star or not parts else least_of(*(length_of(value, state) for value in given.positional))
    made = Sequence("iterator", None, row, int(some and bool(parts)), size, extent=extent)
    return allocate(made, node, frame.number, state)


def _enumerate(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if not given.positional:
        return None
    items = exact_elements(given.positional[0], state)
    start = given.get(1, "start")
    if items is not None and start is None:
        rows = tuple(_tuple([known(place), item], node, frame, state, place) for place, item in enumerate(items))
        return allocate(Sequence("iterator", rows), node, frame.number, state)
    value, some, size = elements_of(given.positional[0], state, node)
    first, extent = EMPTY if start is None else interval_of(start), length_of(given.positional[0], state)
    number = None
    if first is not None:
        last = None if first.high is None or extent.high is None else first.high + extent.high - ONE
        number = Interval(first.low, last)
    row = _tuple([opaque(0, number=number), value], node, frame, state, 0)
    made = Sequence("iterator", None, row, int(some), size, extent=extent, counts_from=first)
    return allocate(made, node, frame.number, state)


def _tuple(parts: Any, node: ast.AST, frame: Frame, state: State, number: int) -> Value:
    """A tuple that a function of the library makes."""
    return allocate(Sequence("tuple", tuple(parts)), node, inside(frame.number, number + 1), state)


def _product(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    rest, some, size = NOTHING, True, 0
    for value in given.positional:
        part, more, amount = elements_of(value, state, node)
        rest, some, size = join(rest, part), some and more, size | amount
    row = allocate(Sequence("tuple", None, rest, 1), node, frame.number, state)
    return allocate(Sequence("iterator", None, row, 0, size), node, inside(frame.number, 99), state)


def _arranged(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    """``combinations(values, r)`` and the like."""
    return _product(interp, Arguments(given.positional[:1], {}, given.star), node, frame, state)


def _range(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    taint, controls, _ = gathered(given.all, state)
    least = 0
    constants = [constants_of(value) for value in given.positional]
    if len(constants) == 1 and constants[0] and all(isinstance(n, int) and n > 0 for n in constants[0]):
        least = 1
    ends = [interval_of(value) for value in given.positional]
    extent, number, counts_from = ANY_SIZE, ANY_NUMBER, None
    if not given.star and 1 <= len(ends) <= 3 and None not in ends:
        known_ends = [end.plain for end in ends if end is not None]
        start, stop = (EMPTY, known_ends[0]) if len(ends) == 1 else known_ends[:2]
        step = known_ends[2].integer if len(ends) == 3 else 1
        if step:
            extent = rounds_of_range(start, stop, step)
            number = Interval(start.low, None if stop.high is None else stop.high - ONE)
            if step < 0:
                number = Interval(None if stop.low is None else stop.low + ONE, start.high)
            counts_from = start if step == 1 else None
    element = opaque(taint, controls, number=number)
    made = Sequence("range", None, element, least, taint, extent=extent, counts_from=counts_from)
    return allocate(made, node, frame.number, state)


def _length(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """How many elements there are says nothing of what they are."""
    items = list(given.positional[0].values()) if given.positional else []
    payload = items[0].payload if len(items) == 1 else None
    found = state.heap[payload.place] if isinstance(payload, Reference) else None
    measured = _measured_length(interp, given, node, found, items, state)
    if measured is None:
        return None
    length = length_of(given.positional[0], state)
    return {key: item if item.is_constant else item.measured(length) for key, item in measured.items()}


def _measured_length(
    interp: Interpreter,
    given: Arguments,
    node: ast.AST,
    found: HeapObject | None,
    items: list[AbstractValue],
    state: State,
) -> Value | None:
    if isinstance(found, Mapped):
        keys = found.any_key
        is_chosen = any(kind.of_solver for item in keys.values() for _, kind in item.controls.values())
        by_solver = is_chosen or (deep_taint(keys, state) | found.order) & SOLVER
        return None if by_solver else opaque(deep_taint(keys, state), items[0].controls, node=node)
    if not isinstance(found, Sequence):
        return None
    if found.items is not None:
        return under_control(known(len(found.items), node), items[0].controls)
    taint, controls = deep_taint(given.positional[0], state), deep_controls(given.positional[0], state)
    if found.kind == "set":
        return opaque(taint & ~interp.traces.raw, controls, node=node)  # equal elements count once
    if found.size & SOLVER:
        return opaque(taint & ~interp.traces.raw, controls)
    by_item = taint & ITEM or any(kind is Kind.ITEM for _, kind in controls.values())
    return opaque(found.size | (ITEM if by_item else 0), items[0].controls, node=node)


def _repeat(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    return allocate(Sequence("iterator", None, given.positional[0] if given.positional else NOTHING, 1), node,
                    frame.number, state)  # fmt: skip


def _mode(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if not given.positional:
        return None
    value, _, _ = elements_of(given.positional[0], state, node)
    winner, _ = majority(exact_elements(given.positional[0], state) or [])
    return winner or by_key(interp, value, None, node, frame, state)


def _smallest(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if not given.positional:
        return None
    value, _, _ = elements_of(given.positional[0], state, node)
    return by_key(interp, value, None, node, frame, state)


def _largest(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if len(given.positional) < 2:
        return None
    inner = Arguments([given.positional[1]], given.named)
    return _sorted(interp, inner, node, frame, state)


def _grouped(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """Pairs of a key and the elements that have it."""
    if not given.positional:
        return None
    value, some, size = elements_of(given.positional[0], state, node)
    key = given.get(1, "key")
    times = length_of(given.positional[0], state)
    keys = call_each(interp, key, Arguments([value]), times, node, frame, state) if key and value else value
    size |= deep_taint(keys, state)
    group = allocate(Sequence("iterator", None, value, 1, size), node, inside(frame.number, 1), state)
    row = allocate(Sequence("tuple", (keys, group)), node, inside(frame.number, 2), state)
    made = Sequence("iterator", None, row, int(some), size, extent=Interval(ZERO, times.high))
    return allocate(made, node, frame.number, state)


def _pushed(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``heapq.heappush(heap, x)`` and the like: put the second into the first."""
    if len(given.positional) < 2:
        return None
    for item in given.positional[0].values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if isinstance(found, Sequence):
            assert isinstance(item.payload, Reference)
            loose = found.loose()
            rest = by_key(interp, join(loose.rest, given.positional[1]), None, node, frame, state)
            state.write(item.payload.place, Sequence(loose.kind, None, rest, loose.least + 1, loose.size))
    return known(None)


def _pushed_and_popped(
    interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Value | None:
    return (
        _smallest(interp, given, node, frame, state) if _pushed(interp, given, node, frame, state) is not None else None
    )


def _reordered(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``random.shuffle(values)`` and ``heapq.heapify(values)``: the same elements in another order."""
    for item in given.positional[0].values() if given.positional else ():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if isinstance(found, Sequence):
            assert isinstance(item.payload, Reference)
            state.write(item.payload.place, found.loose())
    return known(None)


COLLECTIONS: Mapping[str, Model] = MappingProxyType({
    "builtins.list": container("list"), "builtins.tuple": container("tuple"), "builtins.set": container("set"),
    "builtins.frozenset": container("set"), "collections.deque": container("deque"),
    "builtins.dict": dictionary_of(default=False), "collections.OrderedDict": dictionary_of(default=False),
    "collections.defaultdict": dictionary_of(default=True),
    "collections.Counter": dictionary_of(default=False, order=True),
    "builtins.dict.fromkeys": from_keys, "collections.OrderedDict.fromkeys": from_keys,
    "collections.ChainMap": layered, "types.MappingProxyType": dictionary_of(default=False),
    "builtins.max": _extreme, "builtins.min": _extreme, "builtins.sorted": _sorted, "builtins.reversed": _reversed,
    "builtins.iter": _iter, "builtins.next": _next, "builtins.zip": _zip, "builtins.enumerate": _enumerate,
    "builtins.range": _range, "builtins.len": _length,
    "itertools.chain": _same_elements, "itertools.cycle": _same_elements,
    "itertools.islice": lambda interp, given, node, frame, state: _same_elements(
        interp, Arguments(given.positional[:1]), node, frame, state),
    "itertools.chain.from_iterable": lambda interp, given, node, frame, state: _same_elements(
        interp, Arguments([elements_of(value, state)[0] for value in given.positional]), node, frame, state),
    "itertools.product": _product, "itertools.combinations": _arranged, "itertools.permutations": _arranged,
    "itertools.combinations_with_replacement": _arranged,
    "itertools.zip_longest": _zip, "itertools.repeat": _repeat,
    "itertools.count": lambda interp, given, node, frame, state:
    allocate(Sequence("iterator", None, opaque(0), 1), node, frame.number, state),
    "copy.copy": copied, "copy.deepcopy": copied, "statistics.mode": _mode, "statistics.multimode": _sorted,

    "heapq.nlargest": _largest, "heapq.nsmallest": _largest, "heapq.heappop": _smallest,
    "heapq.heappush": _pushed, "bisect.insort": _pushed, "bisect.insort_left": _pushed, "bisect.insort_right": _pushed,
    "heapq.heappushpop": _pushed_and_popped, "heapq.heapreplace": _pushed_and_popped, "heapq.heapify": _reordered,
    "random.shuffle": _reordered, "itertools.groupby": _grouped,
    "collections.namedtuple": named_tuple,
})  # fmt: skip
