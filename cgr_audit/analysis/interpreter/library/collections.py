"""Functions that make, take apart and choose from containers."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from cgr_audit.analysis.domains.intervals import (
    ANY_NUMBER,
    ANY_SIZE,
    EMPTY,
    Interval,
    exactly,
    largest_of,
    least_of,
    rounds_of_range,
)
from cgr_audit.analysis.domains.polynomials import ONE, ZERO
from cgr_audit.analysis.interpreter.arguments import Arguments, gathered
from cgr_audit.analysis.interpreter.draws import draw
from cgr_audit.analysis.interpreter.generators import either, is_suspended, suspended_at
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
    container,
    dictionary_of,
    from_keys,
    layered,
    majority,
    named_tuple,
)
from cgr_audit.analysis.interpreter.library.copies import copied, deeply_copied
from cgr_audit.analysis.interpreter.library.declaration import Declaration
from cgr_audit.analysis.interpreter.library.escape import COMPARISONS, ask
from cgr_audit.analysis.interpreter.library.exceptions import new_exception
from cgr_audit.analysis.interpreter.library.higher_order import call_each
from cgr_audit.analysis.interpreter.library.itertools_models import same_elements
from cgr_audit.analysis.interpreter.objects import HeapObject, Mapped, Sequence, replace
from cgr_audit.analysis.interpreter.special_methods import iterator_of
from cgr_audit.analysis.interpreter.state import Place, State
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
    kind_of_absence,
    known,
    merge_controls,
    opaque,
    single,
    taint_of_choice,
    under_control,
)

__all__ = ["COLLECTIONS", "by_key"]


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
    more, chosen = ask(interp, [ranked], node, frame, state, COMPARISONS)
    taint, controls = taint | more, merge_controls(controls, chosen)
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
    kind = kind_of_absence(size)
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


def _reversed(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    exact = exact_elements(given.positional[0], state) if len(given.positional) == 1 else None
    if exact is None:
        return same_elements(interp, given, node, frame, state)
    return allocate(Sequence("iterator", tuple(exact[::-1])), node, frame.number, state)


def _iter(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    return iterator_of(interp, given.positional[0], node, frame, state) if len(given.positional) == 1 else None


def _next(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if not given.positional:
        return None
    if is_suspended(given.positional[0], state):
        return _drawn(interp, given, node, frame, state)
    value, some, size = elements_of(given.positional[0], state, node)
    if not some and given.get(1) is None and interp.attempts:
        end = state.copy()
        interp.raised(new_exception(interp, "StopIteration", Arguments(), node, frame, end), end)
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
    size = taint | taint_of_choice(*given.all)
    made = Sequence("range", None, element, least, size, extent=extent, counts_from=counts_from)
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


def _mode(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if not given.positional:
        return None
    value, _, _ = elements_of(given.positional[0], state, node)
    winner, _ = majority(exact_elements(given.positional[0], state) or [])
    return winner or by_key(interp, value, None, node, frame, state)


def _modes(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``multimode(values)``: some of the values."""
    made = _sorted(interp, given, node, frame, state)
    for place, found in _sequences(made or NOTHING, state):
        state.write(place, replace(found, extent=Interval(ZERO, found.length.high)))
    return made


def _smallest(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    if not given.positional:
        return None
    value, _, _ = elements_of(given.positional[0], state, node)
    return by_key(interp, value, None, node, frame, state)


def _largest(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``nlargest(n, iterable, key)``: a sorted part."""
    key, number = given.get(2, "key"), interval_of(given.positional[0])
    inner = Arguments([given.positional[1]], {} if key is None else {"key": key})
    whole = _sorted(interp, inner, node, frame, state)
    for item in (whole or NOTHING).values():
        if number is not None and isinstance(item.payload, Reference):
            made = state.heap[item.payload.place]
            assert isinstance(made, Sequence)
            extent = least_of(made.length, largest_of(number, EMPTY))
            state.write(
                item.payload.place, replace(made, extent=extent, least=min(made.least, int(number.is_positive)))
            )
    return whole


def _sequences(value: Value, state: State) -> Iterator[tuple[Place, Sequence]]:
    """The sequences that a value may be, with their places."""
    for item in value.values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if isinstance(found, Sequence) and isinstance(item.payload, Reference):
            yield item.payload.place, found


def _pushed(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``heapq.heappush(heap, x)``: put the second into the first."""
    return _put_into(interp, given, None, node, frame, state)


def _inserted(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``bisect.insort(list, x)``."""
    return _put_into(interp, given, given.named.get("key"), node, frame, state)


def _put_into(
    interp: Interpreter, given: Arguments, key: Value | None, node: ast.AST, frame: Frame, state: State
) -> Value:
    strong = len(given.positional[0]) == 1
    for place, found in _sequences(given.positional[0], state):
        times = found.length + exactly(1)
        rest = by_key(interp, join(found.any, given.positional[1]), key, node, frame, state, times)
        now = state.heap[place]
        assert isinstance(now, Sequence)
        grown = now.grown(exactly(1) if strong else Interval(ZERO, ONE))
        state.write(place, replace(grown, rest=rest, least=grown.least + int(strong), last=NOTHING))
    return known(None)


def _popped(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``heapq.heappop(heap)``: take out the smallest element."""
    if any(not (found.shortest or found.length.is_positive) for _, found in _sequences(given.positional[0], state)):
        interp.record(state.copy())
    value = _smallest(interp, given, node, frame, state)
    strong = len(given.positional[0]) == 1
    for place, found in _sequences(given.positional[0], state):
        interp.may_be_empty(found.length, state)
        state.write(place, replace(found.shrunk(exactly(1) if strong else Interval(ZERO, ONE)), least=0, last=NOTHING))
    return value


def _exchanged(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``heapq.heapreplace(heap, x)`` and ``heappushpop``: the length stays what it was."""
    lengths = dict(_sequences(given.positional[0], state))
    _put_into(interp, given, None, node, frame, state)
    value = _smallest(interp, given, node, frame, state)
    for place, before in lengths.items():
        now = state.heap[place]
        if isinstance(now, Sequence):
            state.write(place, replace(now, extent=before.length, least=before.shortest))
    return value


def _reordered(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``random.shuffle(values)`` and ``heapq.heapify(values)``: the same elements in another order."""
    for place, found in _sequences(given.positional[0], state):
        state.write(place, replace(found.loose(), last=NOTHING))
    return known(None)


def _merged(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``heapq.merge(*iterables, key=None)``: all elements in order."""
    chained = same_elements(interp, Arguments(given.positional, star=given.star), node, frame, state) or NOTHING
    value = elements_of(chained, state)[0]
    by_key(interp, value, given.named.get("key"), node, frame, state, length_of(chained, state))
    return chained


_ITERABLE, _MAPPING = "iterable=(), /", "mapping=(), /, **kwargs"
_HEAP = "heap, item, /"
_BISECTED = "a, x, lo=0, hi=None, *, key=None"
_BEST = "n, iterable, key=None"

COLLECTIONS: Mapping[str, Declaration] = MappingProxyType({
    "builtins.list": Declaration(_ITERABLE, container("list")),
    "builtins.tuple": Declaration(_ITERABLE, container("tuple")),
    "builtins.set": Declaration(_ITERABLE, container("set")),
    "builtins.frozenset": Declaration(_ITERABLE, container("set")),
    "collections.deque": Declaration("iterable=(), maxlen=None", container("deque")),
    "builtins.dict": Declaration(_MAPPING, dictionary_of(default=False)),
    "collections.OrderedDict": Declaration(_MAPPING, dictionary_of(default=False)),
    "collections.defaultdict": Declaration("factory=None, mapping=(), /, **kwargs", dictionary_of(default=True)),
    "collections.Counter": Declaration(_MAPPING, dictionary_of(default=False, order=True)),
    "builtins.dict.fromkeys": Declaration("iterable, value=None, /", from_keys),
    "collections.OrderedDict.fromkeys": Declaration("iterable, value=None", from_keys),
    "collections.ChainMap": Declaration("*maps", layered),
    "types.MappingProxyType": Declaration("mapping", dictionary_of(default=False)),
    "collections.namedtuple": Declaration("typename, field_names, *, rename=False, module=None", named_tuple),
    "builtins.max": Declaration("*args, key=None, default=None", _extreme),
    "builtins.min": Declaration("*args, key=None, default=None", _extreme),
    "builtins.sorted": Declaration("iterable, /, *, key=None, reverse=False", _sorted),
    "builtins.reversed": Declaration("sequence, /", _reversed),
    "builtins.iter": Declaration("object, sentinel=None, /", _iter),
    "builtins.next": Declaration("iterator, default=None, /", _next),
    "builtins.zip": Declaration("*iterables, strict=False", _zip),
    "builtins.enumerate": Declaration("iterable, start=0", _enumerate),
    "builtins.range": Declaration("*args", _range),
    "builtins.len": Declaration("obj, /", _length),
    "copy.copy": Declaration("x", copied), "copy.deepcopy": Declaration("x", deeply_copied),
    "statistics.mode": Declaration("data", _mode), "statistics.multimode": Declaration("data", _modes),
    "heapq.nlargest": Declaration(_BEST, _largest), "heapq.nsmallest": Declaration(_BEST, _largest),
    "heapq.heappush": Declaration(_HEAP, _pushed), "heapq.heappop": Declaration("heap, /", _popped),
    "heapq.heappushpop": Declaration(_HEAP, _exchanged), "heapq.heapreplace": Declaration(_HEAP, _exchanged),
    "heapq.heapify": Declaration("x, /", _reordered),
    "heapq.merge": Declaration("*iterables, key=None, reverse=False", _merged),
    "bisect.insort": Declaration(_BISECTED, _inserted), "bisect.insort_left": Declaration(_BISECTED, _inserted),
    "bisect.insort_right": Declaration(_BISECTED, _inserted),
    "random.shuffle": Declaration("x", _reordered),
})  # fmt: skip
