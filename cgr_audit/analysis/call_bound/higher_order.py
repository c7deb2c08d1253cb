"""Functions that call what they are given, and those that make dictionaries."""

from __future__ import annotations

from collections.abc import Callable

from cgr_audit.analysis.call_bound import calls
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.drawing import draw
from cgr_audit.analysis.call_bound.outside_call import OutsideCall, exactly_range
from cgr_audit.analysis.call_bound.refine import truth
from cgr_audit.analysis.call_bound.sequences import Elements, least, section
from cgr_audit.analysis.call_bound.values import (
    ANY_SIZE,
    NONE,
    TOP,
    Range,
    RecordOf,
    Thing,
    Value,
    join,
    join_all,
    sequence,
)
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, constant, maximum, minimum

__all__ = ["HIGHER_ORDER"]


def _extreme(call: OutsideCall) -> Value:
    """``max`` and ``min``: of several numbers, or of the elements of one iterable."""
    key = call.arguments.get(9, "key")
    if len(call.given) == 1:
        source = call.elements(0)
        if key is not None:
            call.run_for_each(key, (source,))
        default = call.arguments.get(9, "default")
        return source.each if default is None else join(source.each, default)
    if key is not None:
        each = join_all(call.given) or TOP
        call.run_for_each(key, (Elements(exactly_range(len(call.given)), each, call.given),))
        return each
    ranges = [
        value.number for value in call.given if value.number is not None and not value.unknown and not value.mixed
    ]
    is_least = call.name == "builtins.min"
    complete = len(ranges) == len(call.given) and not call.arguments.is_open
    lows = [held.low for held in ranges if held.low is not None]
    highs = [held.high for held in ranges if held.high is not None]
    low, high = None, None
    if is_least:
        high = minimum(*highs) if highs else None
        low = minimum(*lows) if complete and len(lows) == len(ranges) and lows else None
    else:
        low = maximum(*lows) if lows else None
        high = maximum(*highs) if complete and len(highs) == len(ranges) and highs else None
    return Value(number=Range(low, high)) if ranges else (join_all(call.given) or TOP)


def _map(call: OutsideCall) -> Value:
    sources = tuple(call.elements(place) for place in range(1, len(call.given)))
    if not sources:
        return TOP
    each = call.run_for_each(call.given[0], sources)
    size = least(*(source.size for source in sources)) if len(sources) > 1 else sources[0].size
    return sequence(size, each)._replace(sources=frozenset(ref for source in sources for ref in source.refs))


def _filter(call: OutsideCall) -> Value:
    place = 0 if call.name.startswith("builtins") or "while" in call.name or "false" in call.name else 1
    source = call.elements(1)
    call.run_for_each(call.given[place] if call.given else None, (source,))
    if call.name == "builtins.filter" and call.given and call.given[0].const is None and source.parts is not None:
        truths = [truth(call.machine, call.state, part) for part in source.parts]
        if source.size.integer == len(truths) and not source.refs and None not in truths:
            kept = tuple(part for part, is_true in zip(source.parts, truths, strict=True) if is_true)
            return sequence(exactly_range(len(kept)), join_all(kept) or TOP, kept)
    return sequence(Range(ZERO, source.size.high), source.each)._replace(sources=source.refs)


def _fold(call: OutsideCall) -> Value:
    """``reduce`` and ``accumulate``: one call fewer than elements, one more with a start."""
    is_reduce = call.name.endswith("reduce")
    source = call.elements(1 if is_reduce else 0)
    function = call.arguments.get(0 if is_reduce else 1, "func")
    start = call.arguments.get(2, "initial") if is_reduce else call.arguments.get(9, "initial")
    rounds = source
    if start is None:
        parts = None if source.parts is None else source.parts[1:]
        rounds = Elements(section(source.size, exactly_range(1), None, None), source.each, parts, source.refs)
    if function is not None:
        call.run_for_each(function, (rounds,), before=1)
    return TOP if is_reduce else sequence(source.size, TOP)


def _starmap(call: OutsideCall) -> Value:
    source = call.elements(1)
    function = call.given[0] if call.given else TOP
    spread = source.each.parts or (TOP,)
    sources = tuple(Elements(source.size, part) for part in spread)
    return sequence(source.size, call.run_for_each(function, sources))


def _used_up(_: OutsideCall) -> Value:
    """``any``, ``all``, ``sum``: the elements are made already."""
    return TOP


def _next(call: OutsideCall) -> Value:
    source = call.elements(0)
    draw(call.machine, call.state, source.toll, ONE, call.node)
    each = source.each
    return join(each, call.given[1]) if len(call.given) > 1 else each


def _iter(call: OutsideCall) -> Value:
    if len(call.given) == 2:
        function = call.given[0]
        call.run_for_each(function, (Elements(ANY_SIZE, TOP),))
        return sequence(ANY_SIZE, TOP)
    return call.given[0] if call.given else TOP


def _dict(call: OutsideCall) -> Value:
    if not call.given:
        named = dict(call.arguments.named)
        size = exactly_range(len(named)) if not call.arguments.is_open else ANY_SIZE
        each = join_all(named.values()) if not call.arguments.is_open else TOP
        return call.make(Thing("dict", size, each, TOP, fields=dict(named), is_complete=not call.arguments.is_open))
    things = call.machine.things(call.state, call.given[0])
    if len(things) == 1 and things[0][1].kind == "dict" and not call.given[0].unknown:
        return call.make(
            things[0][1]._replace(size=Range(things[0][1].size.low, things[0][1].size.high), grows_on_read=False)
        )
    source = call.elements(0)
    parts = source.each.parts
    keys, each = (parts[0], parts[1]) if parts is not None and len(parts) == 2 else (TOP, TOP)
    more = Range(ZERO, constant(len(call.arguments.named)))
    return call.make(Thing("dict", Range(ZERO, source.size.high) + more, each, keys, fields=None, is_complete=False))


def _counter(call: OutsideCall) -> Value:
    source = call.elements(0)
    return call.make(
        Thing(
            "dict",
            Range(ZERO, source.size.high),
            Value(number=Range(ZERO, source.size.high)),
            source.each,
            fields=None,
            is_complete=False,
            grows_on_read=False,
        )
    )


def _named_tuple(call: OutsideCall) -> Value:
    source = call.elements(1)
    names = call.given[1].const if len(call.given) > 1 else None
    if isinstance(names, str):
        return Value(callables=frozenset({RecordOf(tuple(names.replace(",", " ").split()))}))
    constants = tuple(part.const for part in source.parts or ())
    if source.parts is None or not all(isinstance(name, str) for name in constants):
        return TOP
    return Value(callables=frozenset({RecordOf(tuple(str(name) for name in constants))}))


def _default_dict(call: OutsideCall) -> Value:
    maker = call.given[0] if call.given else NONE
    element = None
    if not maker.unknown and maker.callables:
        scratch = call.state.copy()
        element = calls.apply_value(call.machine, scratch, maker, Arguments(), call.node, call.frame)
        if scratch.cost != call.state.cost:
            call.machine.give_up(call.state, call.node, "the solver is called for every key that is missing")
        element = TOP if element.refs else element
    return call.make(
        Thing("dict", exactly_range(0), element or TOP, TOP, fields=None, is_complete=False, grows_on_read=True)
    )


HIGHER_ORDER: dict[str, Callable[[OutsideCall], Value]] = {
    "builtins.all": _used_up,
    "builtins.any": _used_up,
    "builtins.dict": _dict,
    "builtins.filter": _filter,
    "builtins.iter": _iter,
    "builtins.map": _map,
    **dict.fromkeys(
        (f"concurrent.futures.Executor.{name}" for name in ("map", "imap", "imap_unordered", "map_async")), _map
    ),
    "concurrent.futures.Executor.starmap": _starmap,
    "builtins.max": _extreme,
    "builtins.min": _extreme,
    "builtins.next": _next,
    "builtins.sum": _used_up,
    "collections.Counter": _counter,
    "collections.OrderedDict": _dict,
    "collections.namedtuple": _named_tuple,
    "collections.defaultdict": _default_dict,
    "functools.reduce": _fold,
    "itertools.accumulate": _fold,
    "itertools.dropwhile": _filter,
    "itertools.filterfalse": _filter,
    "itertools.starmap": _starmap,
    "itertools.takewhile": _filter,
}
"""By dotted name."""
