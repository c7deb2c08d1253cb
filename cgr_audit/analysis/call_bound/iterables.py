"""Built-in functions that make iterables, or measure them: how many elements there are, and which."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import zip_longest

from cgr_audit.analysis.call_bound import calls, objects
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.drawing import draw, paid
from cgr_audit.analysis.call_bound.outside_call import OutsideCall, exactly_range, pair_of
from cgr_audit.analysis.call_bound.sequences import Elements, at_least_zero, elements, least
from cgr_audit.analysis.call_bound.values import (
    ANY_NUMBER,
    ANY_SIZE,
    COUNTED,
    NONE,
    TOP,
    Range,
    Thing,
    Toll,
    Value,
    exactly,
    join_tolls,
    sequence,
)
from cgr_audit.analysis.domains.cost import add
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, Bound, constant, floored, maximum, minimum

__all__ = ["ITERABLES", "inverse"]


def _range(call: OutsideCall) -> Value:
    numbers = [call.number(place) or ANY_NUMBER for place in range(len(call.given))]
    if not 1 <= len(numbers) <= 3 or call.arguments.is_open:
        return sequence(ANY_SIZE, Value(number=ANY_NUMBER))
    start = numbers[0] if len(numbers) > 1 else exactly_range(0)
    stop = numbers[1] if len(numbers) > 1 else numbers[0]
    step = numbers[2].integer if len(numbers) == 3 else 1
    if step is None or step == 0:
        return sequence(ANY_SIZE, Value(number=ANY_NUMBER))
    integers = (start.integer, stop.integer)
    if integers[0] is not None and integers[1] is not None:
        return _counted(range(integers[0], integers[1], step))
    if step < 0:
        high = None if start.high is None or stop.low is None else _divided(start.high - stop.low, -step)
        return sequence(Range(ZERO, high), Value(number=Range(None, start.high)))
    high = None if stop.high is None or start.low is None else _divided(stop.high - start.low, step)
    low = None if stop.low is None or start.high is None else stop.low - start.high
    low = low if step == 1 and low is not None and low.is_never_negative else ZERO
    each = Value(number=Range(start.low, None if stop.high is None else stop.high - ONE))
    by_round = Value(number=Range(start.low, start.high), const=COUNTED) if step == 1 else None
    return sequence(Range(low, high), each)._replace(by_round=by_round)


def _counted(whole: range) -> Value:
    """A range of known numbers, which may be more than anything can go through."""
    if not whole:
        return sequence(exactly_range(0), Value(number=ANY_NUMBER), ())
    first, last = whole[0], whole[-1]
    size = (last - first) // whole.step + 1  # len() ends at the machine's words
    each = Value(number=Range(constant(min(first, last)), constant(max(first, last))))
    parts = tuple(exactly(number) for number in whole) if size <= 64 else None
    by_round = Value(number=Range(constant(first), constant(first)), const=COUNTED) if whole.step == 1 else None
    return sequence(exactly_range(size), each, parts)._replace(by_round=by_round)


def _divided(distance: Bound, step: int) -> Bound:
    return (
        at_least_zero(distance)
        if step == 1
        else at_least_zero(floored((distance + constant(step - 1)) * inverse(step)))
    )


def inverse(step: int) -> Bound:
    """One divided by a number."""
    return constant(Fraction(1, step))


def _len(call: OutsideCall) -> Value:
    if not call.given or call.given[0].unknown:
        return Value(number=ANY_SIZE)
    methods = objects.method_of(call.machine, call.state, call.given[0], "__len__")
    if methods:
        held = calls.apply_all(call.machine, call.state, [*methods], Arguments(), call.node, call.frame)
        is_sure = call.machine.only(call.given[0]) is not None and not held.unknown and not held.mixed
        return Value(number=held.number if is_sure and held.number is not None else ANY_SIZE)
    return Value(number=elements(call.machine, call.state, call.given[0]).size)


def _enumerate(call: OutsideCall) -> Value:
    source = call.elements(0)
    start = call.number(1, "start") or exactly_range(0)
    if call.arguments.get(1, "start") is None:
        start = exactly_range(0)
    last = None if start.high is None or source.size.high is None else start.high + source.size.high
    count = Value(number=Range(start.low, last))
    each = pair_of(count, source.each)
    by_round = pair_of(Value(number=Range(start.low, start.high), const=COUNTED), source.by_round or source.each)
    first = start.integer
    parts = None
    if source.parts is not None and first is not None:
        parts = tuple(pair_of(exactly(first + place), part) for place, part in enumerate(source.parts))
    return _lazy(source, source.size, each, parts)._replace(by_round=by_round, toll=source.toll)


def _lazy(source: Elements, size: Range, each: Value, parts: tuple[Value, ...] | None) -> Value:
    """An iterator over a mutable thing runs as long as that has become meanwhile."""
    return Value(size=size, element=each, parts=None if source.refs else parts, sources=source.refs)


def _zip(call: OutsideCall) -> Value:
    sources = [call.elements(place) for place in range(len(call.given))]
    if call.arguments.is_open or not sources:
        return sequence(ANY_SIZE, TOP)
    size = least(*(source.size for source in sources))
    if call.name.endswith("zip_longest"):
        highs = [source.size.high for source in sources]
        size = Range(ZERO, None if None in highs else maximum(*(high for high in highs if high is not None)))
    each = pair_of(*(source.each for source in sources))
    by_round = pair_of(*(source.by_round or source.each for source in sources))
    lists = [source.parts for source in sources]
    parts = None
    if all(part is not None for part in lists):
        known = [part or () for part in lists]
        filling = call.arguments.get(99, "fillvalue") or NONE
        rows = (
            zip_longest(*known, fillvalue=filling) if call.name.endswith("zip_longest") else zip(*known, strict=False)
        )
        parts = tuple(pair_of(*values) for values in rows)
        size = (
            exactly_range(len(parts))
            if all(source.size.integer == len(source.parts or ()) for source in sources)
            else size
        )
    refs = frozenset(ref for source in sources for ref in source.refs)
    together = sequence(size, each, parts)._replace(by_round=by_round, sources=refs)
    return _drawn_together(call, together, sources) if any(source.toll for source in sources) else together


def _drawn_together(call: OutsideCall, whole: Value, sources: list[Elements]) -> Value:
    """``zip`` asks one source after the other, so that those before the one that ends are asked once more."""
    toll: Toll | None = None
    times = None if whole.size is None else whole.size.high
    for place, source in enumerate(sources):
        if source.toll is None:
            continue
        if times is None:
            toll = source.toll if toll is None else _both(toll, source.toll)
            continue
        is_asked_last = all(other.toll is not None for other in sources[place + 1 :])
        draw(call.machine, call.state, source.toll, times if is_asked_last else times + ONE, call.node)
        toll = join_tolls(toll, paid(source.toll))
    return whole._replace(toll=toll)


def _both(one: Toll, other: Toll) -> Toll:
    return Toll(one.each + other.each, add(one.whole, other.whole), one.readings | other.readings)


def _copied(call: OutsideCall) -> Value:
    source = call.elements(0)
    is_set = call.name.endswith("set")
    size = Range(source.size.low if not is_set else ZERO, source.size.high)
    bound = call.number(1, "maxlen") if call.name.endswith("deque") else None
    if bound is not None and bound.high is not None:
        size = Range(ZERO, bound.high if size.high is None else minimum(size.high, bound.high))
    return call.make(Thing("list", Range(size.low, size.high), source.each, parts=None if is_set else source.parts))


def _tuple(call: OutsideCall) -> Value:
    source = call.elements(0)
    return sequence(source.size, source.each, source.parts)


def _ordered(call: OutsideCall) -> Value:
    """``sorted`` calls its key once for each element; the order is not known afterwards."""
    source = call.elements(0)
    key = call.arguments.get(9, "key")
    if key is not None:
        call.run_for_each(key, (source,))
    if call.name == "builtins.reversed":
        parts = None if source.parts is None else source.parts[::-1]
        return sequence(source.size, source.each, parts)._replace(sources=source.refs)
    return call.make(Thing("list", source.size, source.each))


ITERABLES: dict[str, Callable[[OutsideCall], Value]] = {
    "builtins.enumerate": _enumerate,
    "builtins.len": _len,
    "builtins.range": _range,
    "builtins.reversed": _ordered,
    "builtins.sorted": _ordered,
    "builtins.tuple": _tuple,
    "builtins.zip": _zip,
    "itertools.zip_longest": _zip,
    **dict.fromkeys(("builtins.list", "builtins.set", "builtins.frozenset", "collections.deque"), _copied),
}
"""By dotted name."""
