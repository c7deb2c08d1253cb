"""Callees outside the program: what built-in functions, library functions and methods of values do and give."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from cgr_audit.analysis.bound_algebra import ONE, ZERO, Bound, constant, maximum, minimum
from cgr_audit.analysis.call_bound import calls, expressions
from cgr_audit.analysis.call_bound.loops import run_loop, run_rounds
from cgr_audit.analysis.call_bound.machine import ListChanged, Machine, Sink
from cgr_audit.analysis.call_bound.sequences import Elements, at_least_zero, elements, least, pairs, section
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import (
    ANY_NUMBER,
    ANY_SIZE,
    COUNTED,
    NONE,
    TOP,
    BoundTo,
    ClassOf,
    Closure,
    Frame,
    Outside,
    Range,
    RecordOf,
    Thing,
    Value,
    exactly,
    join,
    join_all,
    sequence,
    text,
)
from cgr_audit.analysis.outside_calls import INERT, PASSING

__all__ = ["call_method", "call_outside", "escape", "exactly_range", "pass_on"]

_TEXT_METHODS = frozenset(
    {"capitalize", "casefold", "center", "format", "join", "ljust", "lower", "lstrip", "replace", "rjust", "rstrip"}
    | {"strip", "swapcase", "title", "upper", "zfill", "removeprefix", "removesuffix"}
)
_CHANGING = frozenset({"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"})
_COPYING = frozenset({"builtins.list", "builtins.set", "builtins.frozenset", "collections.deque"})
_HARMLESS = frozenset(
    {"re", "json", "math", "string", "statistics", "textwrap", "time", "datetime", "logging", "difflib"}
)
"""Modules whose functions neither keep nor change what they are given."""


def exactly_range(count: int) -> Range:
    """So many."""
    return Range(constant(count), constant(count))


def call_outside(
    machine: Machine, state: State, name: str, arguments: calls.Arguments, node: ast.Call, frame: Frame
) -> Value:
    """Call a function that the program does not define, by its dotted name."""
    known = _KNOWN.get(name)
    if known is not None:
        return known(_Call(machine, state, name, arguments, node, frame))
    if machine.graph.targets(node).unknown:
        machine.give_up(state, node, "cannot tell what is called here")
    pass_on(machine, state, node)
    if name in {"builtins.eval", "builtins.exec"}:
        escape(machine, state, arguments)
    is_harmless = name in INERT or name in PASSING or name.partition(".")[0] in _HARMLESS
    if not is_harmless and not name.startswith("builtins."):
        escape(machine, state, arguments)
    return TOP


def escape(machine: Machine, state: State, arguments: calls.Arguments) -> None:
    """Something unknown is given these values, and may change them."""
    for value in (*arguments.positional, *(held for _, held in arguments.named)):
        machine.forget_things(state, value)


def pass_on(machine: Machine, state: State, node: ast.Call) -> None:
    """A callee outside is handed callables that reach the solver: how often it calls them is not known."""
    targets = machine.graph.targets(node)
    if targets.passes_solver or any(function in machine.reaching for function in targets.passed):
        machine.sites_seen.append(node)
        machine.give_up(state, node, "the solver is handed to a function that may call it any number of times")


class _Call:
    """One call of an outside function, with what its handlers need."""

    def __init__(
        self, machine: Machine, state: State, name: str, arguments: calls.Arguments, node: ast.Call, frame: Frame
    ) -> None:
        self.machine, self.state, self.name = machine, state, name
        self.arguments, self.node, self.frame = arguments, node, frame

    @property
    def given(self) -> tuple[Value, ...]:
        """The positional arguments."""
        return self.arguments.positional

    def elements(self, place: int) -> Elements:
        """What iterating over an argument gives."""
        if place >= len(self.given):
            return Elements(ANY_SIZE if self.arguments.is_open else Range(ZERO, ZERO), TOP)
        return elements(self.machine, self.state, self.given[place])

    def number(self, place: int, name: str = "") -> Range | None:
        """A numeric argument."""
        value = self.arguments.get(place, name)
        return value.number if value is not None and not value.unknown else None

    def make(self, thing: Thing) -> Value:
        """A new mutable thing, made here."""
        return self.machine.make(self.state, self.node, self.frame, thing)

    def run_for_each(self, function: Value | None, sources: tuple[Elements, ...], *, extra: int = 0) -> Value:
        """Call a function with the elements of some iterables, once for each round; gives any of its results."""
        if function is None or (function.const is None and not function.unknown):
            return sources[0].each
        results: list[Value] = []
        size = least(*(source.size for source in sources)) if len(sources) > 1 else sources[0].size
        parts = [source.parts for source in sources]
        lengths = [len(part) for part in parts if part is not None]
        machine = self.machine

        def one(begun: State, values: tuple[Value, ...]) -> State | None:
            arguments = calls.Arguments((*values, *(TOP for _ in range(extra))))
            results.append(calls.apply_value(machine, begun, function, arguments, self.node, self.frame))
            return None if begun.is_dead else begun

        outer, machine.sink = machine.sink, Sink()
        if len(lengths) == len(parts) and min(lengths) <= 12:

            def nth(begun: State, place: int) -> State | None:
                return one(begun, tuple(part[place] for part in parts if part is not None))

            over = run_rounds(machine, self.state.copy(), min(lengths), nth)
        else:
            over = run_loop(
                machine,
                self.state.copy(),
                self.node,
                size.high,
                lambda begun, _: one(begun, tuple(source.each for source in sources)),
                source=frozenset(ref for source in sources for ref in source.refs)
                if len(sources) == 1
                else frozenset(),
            )
        inner, machine.sink = machine.sink, outer
        outer.take_failures(inner)
        self.state.become(over)
        return join_all(results) or TOP


Handler = Callable[[_Call], Value]


def _range(call: _Call) -> Value:
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
        whole = range(integers[0], integers[1], step)
        parts = tuple(exactly(number) for number in whole) if len(whole) <= 64 else None
        each = Value(number=Range(constant(min(whole)), constant(max(whole)))) if whole else Value(number=ANY_NUMBER)
        by_round = (
            Value(number=Range(constant(whole[0]), constant(whole[0])), const=COUNTED) if step == 1 and whole else None
        )
        return replace(sequence(exactly_range(len(whole)), each, parts), by_round=by_round)
    if step < 0:
        high = None if start.high is None or stop.low is None else _divided(start.high - stop.low, -step)
        return sequence(Range(ZERO, high), Value(number=Range(None, start.high)))
    high = None if stop.high is None or start.low is None else _divided(stop.high - start.low, step)
    low = None if stop.low is None or start.high is None else stop.low - start.high
    low = low if step == 1 and low is not None and low.is_never_negative else ZERO
    each = Value(number=Range(start.low, None if stop.high is None else stop.high - ONE))
    by_round = Value(number=Range(start.low, start.high), const=COUNTED) if step == 1 else None
    return replace(sequence(Range(low, high), each), by_round=by_round)


def _divided(distance: Bound, step: int) -> Bound:
    return (
        at_least_zero(distance)
        if step == 1
        else at_least_zero((distance + constant(step - 1)) * constant(1) * _inverse(step))
    )


def _inverse(step: int) -> Bound:
    from fractions import Fraction  # noqa: PLC0415

    return constant(Fraction(1, step))


def _len(call: _Call) -> Value:
    if not call.given or call.given[0].unknown:
        return Value(number=ANY_SIZE)
    size = call.elements(0).size
    return Value(number=size)


def _enumerate(call: _Call) -> Value:
    source = call.elements(0)
    start = call.number(1, "start") or exactly_range(0)
    if call.arguments.get(1, "start") is None:
        start = exactly_range(0)
    last = None if start.high is None or source.size.high is None else start.high + source.size.high
    count = Value(number=Range(start.low, last))
    each = _pair(count, source.each)
    by_round = _pair(Value(number=Range(start.low, start.high), const=COUNTED), source.by_round or source.each)
    first = start.integer
    parts = None
    if source.parts is not None and first is not None:
        parts = tuple(_pair(exactly(first + place), part) for place, part in enumerate(source.parts))
    return replace(_lazy(source, source.size, each, parts), by_round=by_round)


def _lazy(source: Elements, size: Range, each: Value, parts: tuple[Value, ...] | None) -> Value:
    """An iterator over a mutable thing runs as long as that has become meanwhile."""
    return Value(size=size, element=each, parts=None if source.refs else parts)


def _pair(*values: Value) -> Value:
    return sequence(exactly_range(len(values)), join_all(values), values)


def _zip(call: _Call) -> Value:
    sources = [call.elements(place) for place in range(len(call.given))]
    if call.arguments.is_open or not sources:
        return sequence(ANY_SIZE, TOP)
    size = least(*(source.size for source in sources))
    if call.name.endswith("zip_longest"):
        highs = [source.size.high for source in sources]
        size = Range(ZERO, None if None in highs else maximum(*(high for high in highs if high is not None)))
    each = _pair(*(source.each for source in sources))
    by_round = _pair(*(source.by_round or source.each for source in sources))
    lists = [source.parts for source in sources]
    parts = None
    if all(part is not None for part in lists) and not call.name.endswith("zip_longest"):
        parts = tuple(_pair(*values) for values in zip(*(part or () for part in lists), strict=False))
    return replace(sequence(size, each, parts), by_round=by_round)


def _copied(call: _Call) -> Value:
    source = call.elements(0)
    is_set = call.name.endswith("set")
    size = Range(source.size.low if not is_set else ZERO, source.size.high)
    bound = call.number(1, "maxlen") if call.name.endswith("deque") else None
    if bound is not None and bound.high is not None:
        size = Range(ZERO, bound.high if size.high is None else minimum(size.high, bound.high))
    return call.make(Thing("list", Range(size.low, size.high), source.each, parts=None if is_set else source.parts))


def _tuple(call: _Call) -> Value:
    source = call.elements(0)
    return sequence(source.size, source.each, source.parts)


def _ordered(call: _Call) -> Value:
    """``sorted`` calls its key once for each element; the order is not known afterwards."""
    source = call.elements(0)
    key = call.arguments.get(9, "key")
    if key is not None:
        call.run_for_each(key, (source,))
    if call.name == "builtins.reversed":
        return sequence(source.size, source.each, None if source.parts is None else source.parts[::-1])
    return call.make(Thing("list", source.size, source.each))


def _extreme(call: _Call) -> Value:
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


def _map(call: _Call) -> Value:
    sources = tuple(call.elements(place) for place in range(1, len(call.given)))
    if not sources:
        return TOP
    each = call.run_for_each(call.given[0], sources)
    return sequence(least(*(source.size for source in sources)) if len(sources) > 1 else sources[0].size, each)


def _filter(call: _Call) -> Value:
    place = 0 if call.name.startswith("builtins") or "while" in call.name or "false" in call.name else 1
    source = call.elements(1)
    call.run_for_each(call.given[place] if call.given else None, (source,))
    return sequence(Range(ZERO, source.size.high), source.each)


def _fold(call: _Call) -> Value:
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
        call.run_for_each(function, (rounds,), extra=1)
    return TOP if is_reduce else sequence(source.size, TOP)


def _starmap(call: _Call) -> Value:
    source = call.elements(1)
    function = call.given[0] if call.given else TOP
    spread = source.each.parts or (TOP,)
    sources = tuple(Elements(source.size, part) for part in spread)
    return sequence(source.size, call.run_for_each(function, sources))


def _used_up(_: _Call) -> Value:
    """``any``, ``all``, ``sum``: the elements are made already."""
    return TOP


def _next(call: _Call) -> Value:
    each = call.elements(0).each
    return join(each, call.given[1]) if len(call.given) > 1 else each


def _iter(call: _Call) -> Value:
    if len(call.given) == 2:
        function = call.given[0]
        call.run_for_each(function, (Elements(ANY_SIZE, TOP),))
        return sequence(ANY_SIZE, TOP)
    return call.given[0] if call.given else TOP


def _dict(call: _Call) -> Value:
    if not call.given:
        named = dict(call.arguments.named)
        size = exactly_range(len(named)) if not call.arguments.is_open else ANY_SIZE
        each = join_all(named.values()) if not call.arguments.is_open else TOP
        return call.make(Thing("dict", size, each, TOP, fields=dict(named), is_complete=not call.arguments.is_open))
    things = call.machine.things(call.state, call.given[0])
    if len(things) == 1 and things[0][1].kind == "dict" and not call.given[0].unknown:
        return call.make(
            replace(things[0][1], size=Range(things[0][1].size.low, things[0][1].size.high), grows_on_read=False)
        )
    source = call.elements(0)
    parts = source.each.parts
    keys, each = (parts[0], parts[1]) if parts is not None and len(parts) == 2 else (TOP, TOP)
    more = Range(ZERO, constant(len(call.arguments.named)))
    return call.make(Thing("dict", Range(ZERO, source.size.high) + more, each, keys, fields=None, is_complete=False))


def _counter(call: _Call) -> Value:
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


def _named_tuple(call: _Call) -> Value:
    source = call.elements(1)
    names = call.given[1].const if len(call.given) > 1 else None
    if isinstance(names, str):
        return Value(callables=frozenset({RecordOf(tuple(names.replace(",", " ").split()))}))
    constants = tuple(part.const for part in source.parts or ())
    if source.parts is None or not all(isinstance(name, str) for name in constants):
        return TOP
    return Value(callables=frozenset({RecordOf(tuple(str(name) for name in constants))}))


def _default_dict(call: _Call) -> Value:
    maker = call.given[0] if call.given else NONE
    element = None
    if not maker.unknown and maker.callables:
        scratch = call.state.copy()
        element = calls.apply_value(call.machine, scratch, maker, calls.Arguments(), call.node, call.frame)
        if scratch.cost != call.state.cost:
            call.machine.give_up(call.state, call.node, "the solver is called for every key that is missing")
        element = TOP if element.refs else element
    return call.make(
        Thing("dict", exactly_range(0), element or TOP, TOP, fields=None, is_complete=False, grows_on_read=True)
    )


def _combined(call: _Call) -> Value:
    source = call.elements(0)
    count = call.number(1, "r")
    length = None if count is None else count.integer
    name = call.name.rpartition(".")[2]
    if name == "permutations" and call.arguments.get(1, "r") is None:
        length = source.size.integer
    size = pairs(name, source.size, length)
    each = sequence(ANY_SIZE if length is None else exactly_range(length), source.each)
    return sequence(Range(ZERO, size.high), each)


def _product(call: _Call) -> Value:
    sources = [call.elements(place) for place in range(len(call.given))]
    repeat = call.number(99, "repeat")
    times = 1 if repeat is None else repeat.integer
    if times is None or call.arguments.is_open:
        return sequence(ANY_SIZE, TOP)
    total: Bound | None = ONE
    for source in sources * times:
        total = None if total is None or source.size.high is None else total * source.size.high
    return sequence(Range(ZERO, total), _pair(*(source.each for source in sources * times)))


def _chained(call: _Call) -> Value:
    if call.name.endswith("from_iterable"):
        outer = call.elements(0)
        inner = elements(call.machine, call.state, outer.each)
        highs = (outer.size.high, inner.size.high)
        high = None if highs[0] is None or highs[1] is None else highs[0] * highs[1]
        return sequence(Range(ZERO, high), inner.each)
    size = exactly_range(0)
    for place in range(len(call.given)):
        size = size + call.elements(place).size
    each = join_all(call.elements(place).each for place in range(len(call.given))) or TOP
    return sequence(size if not call.arguments.is_open else ANY_SIZE, each)


def _sliced(call: _Call) -> Value:
    source = call.elements(0)
    numbers = [call.number(place) for place in range(1, len(call.given))]
    stop = numbers[0] if len(numbers) == 1 else (numbers[1] if len(numbers) > 1 else None)
    limit = Range(ZERO, None if stop is None or stop.high is None else at_least_zero(stop.high))
    return sequence(Range(ZERO, least(Range(ZERO, source.size.high), limit).high), source.each)


def _repeated(call: _Call) -> Value:
    times = call.arguments.get(1, "times")
    each = call.given[0] if call.given else TOP
    if times is None or times.number is None:
        return sequence(ANY_SIZE, each)
    high = None if times.number.high is None else at_least_zero(times.number.high)
    return sequence(Range(ZERO, high), each)


def _sampled(call: _Call) -> Value:
    source = call.elements(0)
    count = call.number(1, "k")
    if call.name == "random.choice":
        return source.each
    high = ONE if call.arguments.get(1, "k") is None else (None if count is None else count.high)
    if call.name == "random.sample" and source.size.high is not None:
        high = source.size.high if high is None else minimum(high, source.size.high)
    low = count.low if count is not None and count.integer is not None else ZERO
    return call.make(Thing("list", Range(low, high), source.each))


def _shuffled(call: _Call) -> Value:
    for ref, thing in call.machine.things(call.state, call.given[0] if call.given else TOP):
        call.state.things[ref] = thing.summed()
    return NONE


def _rounded(call: _Call) -> Value:
    value = call.given[0] if call.given else TOP
    if call.name == "builtins.abs" and value.number is not None and value.number.low is not None:
        return value if value.number.low.is_never_negative else Value(number=ANY_SIZE)
    if value.number is not None and not value.unknown and not value.mixed:
        return value
    division = call.node.args[0] if call.node.args else None
    if call.name == "math.ceil" and isinstance(division, ast.BinOp) and isinstance(division.op, ast.Div):
        scratch = call.state.copy()
        top = expressions.evaluate(call.machine, scratch, division.left, call.frame).number
        bottom = expressions.evaluate(call.machine, scratch, division.right, call.frame).number
        if top is not None and bottom is not None and bottom.integer and bottom.integer > 0 and top.high is not None:
            high = (top.high + constant(bottom.integer - 1)) * _inverse(bottom.integer)
            if high.value is not None:
                high = constant(int(high.value // 1))
            return Value(number=Range(ZERO if top.low is not None and top.low.is_never_negative else None, high))
    return Value(number=ANY_NUMBER)


def _partial(call: _Call) -> Value:
    made = []
    for held in call.given[0].callables if call.given else ():
        if isinstance(held, Closure):
            named = tuple({**dict(held.named), **dict(call.arguments.named)}.items())
            made.append(replace(held, given=(*held.given, *call.given[1:]), named=named))
        elif isinstance(held, Outside | BoundTo | ClassOf):
            return TOP
        else:
            made.append(held)  # type: ignore[arg-type]
    return Value(callables=frozenset(made)) if made else TOP


def _same(call: _Call) -> Value:
    return call.given[0] if call.given else TOP


def _copy(call: _Call) -> Value:
    things = call.machine.things(call.state, call.given[0]) if call.given else []
    if len(things) == 1 and things[0][1].kind != "object":
        size = things[0][1].size
        return call.make(replace(things[0][1], size=Range(size.low, size.high)))
    return TOP if things else _same(call)


def _ignored(call: _Call) -> Value:
    return NONE if call.name == "builtins.print" else TOP


def _texts(_: _Call) -> Value:
    return text()


def _read_attribute(call: _Call) -> Value:
    name = call.given[1].const if len(call.given) > 1 else None
    if isinstance(name, str):
        reading = ast.copy_location(ast.Attribute(call.node.args[0], name, ast.Load()), call.node)
        value = calls.member(call.machine, call.state, call.given[0], reading, call.frame)
        return join(value, call.given[2]) if len(call.given) > 2 else value
    return TOP


def _gathered(call: _Call) -> Value:
    return sequence(exactly_range(len(call.given)) if not call.arguments.is_open else ANY_SIZE, TOP)


_KNOWN: dict[str, Handler] = {
    "asyncio.create_task": _same,
    "asyncio.gather": _gathered,
    "asyncio.run": _same,
    "builtins.abs": _rounded,
    "builtins.all": _used_up,
    "builtins.any": _used_up,
    "builtins.dict": _dict,
    "builtins.enumerate": _enumerate,
    "builtins.filter": _filter,
    "builtins.getattr": _read_attribute,
    "builtins.int": _rounded,
    "builtins.iter": _iter,
    "builtins.len": _len,
    "builtins.map": _map,
    "builtins.max": _extreme,
    "builtins.min": _extreme,
    "builtins.next": _next,
    "builtins.print": _ignored,
    "builtins.range": _range,
    "builtins.repr": _texts,
    "builtins.reversed": _ordered,
    "builtins.round": _rounded,
    "builtins.sorted": _ordered,
    "builtins.str": _texts,
    "builtins.sum": _used_up,
    "builtins.tuple": _tuple,
    "builtins.zip": _zip,
    "collections.Counter": _counter,
    "collections.OrderedDict": _dict,
    "collections.namedtuple": _named_tuple,
    "collections.defaultdict": _default_dict,
    "copy.copy": _copy,
    "copy.deepcopy": _copy,
    "functools.partial": _partial,
    "functools.reduce": _fold,
    "itertools.accumulate": _fold,
    "itertools.chain": _chained,
    "itertools.chain.from_iterable": _chained,
    "itertools.combinations": _combined,
    "itertools.combinations_with_replacement": _combined,
    "itertools.dropwhile": _filter,
    "itertools.filterfalse": _filter,
    "itertools.islice": _sliced,
    "itertools.permutations": _combined,
    "itertools.product": _product,
    "itertools.repeat": _repeated,
    "itertools.starmap": _starmap,
    "itertools.takewhile": _filter,
    "itertools.zip_longest": _zip,
    "math.ceil": _rounded,
    "math.floor": _rounded,
    "random.choice": _sampled,
    "random.choices": _sampled,
    "random.sample": _sampled,
    "random.shuffle": _shuffled,
    "typing.cast": lambda call: call.given[1] if len(call.given) > 1 else TOP,
    **dict.fromkeys(_COPYING, _copied),
}


# Methods


def call_method(
    machine: Machine, state: State, name: str, owner: Value, arguments: calls.Arguments, node: ast.Call, frame: Frame
) -> Value:
    """Call a method of a text, a number, a sequence, or something mutable."""
    if machine.graph.targets(node).unknown:
        machine.give_up(state, node, "cannot tell what is called here")
    things = machine.things(state, owner)
    if owner.is_list and name in _CHANGING:
        raise ListChanged
    if not things:
        if name == "format" or name in _TEXT_METHODS:
            return text()
        return (
            machine.make_list(state, node, frame, ANY_SIZE, text())
            if name in {"split", "splitlines", "rsplit"}
            else _plain(machine, state, node)
        )
    call = _Call(machine, state, f"method.{name}", arguments, node, frame)
    handler = _METHODS.get(name)
    if handler is None:
        machine.forget_things(state, owner)
        return _plain(machine, state, node)
    return handler(call, owner)


def _plain(machine: Machine, state: State, node: ast.Call) -> Value:
    pass_on(machine, state, node)
    return TOP


def _each_thing(call: _Call, owner: Value, change: Callable[[Thing], Thing]) -> None:
    changed = {ref: change(thing) for ref, thing in call.machine.things(call.state, owner)}
    call.machine.change(call.state, owner, changed)


def _append(call: _Call, owner: Value) -> Value:
    value = call.given[-1] if call.given else TOP
    is_list_end = call.name.endswith(".append") or call.name.endswith(".insert")
    calls.append(call.machine, call.state, owner, value, certain=is_list_end)
    if not call.name.endswith(".append"):
        _each_thing(call, owner, Thing.summed)
    return NONE


def _extend(call: _Call, owner: Value) -> Value:
    if any(thing.kind == "dict" for _, thing in call.machine.things(call.state, owner)):
        return _update(call, owner)
    for place in range(len(call.given)):
        source = call.elements(place)
        own = {ref for ref, _ in call.machine.things(call.state, owner)}
        size = ANY_SIZE if own & source.refs else Range(source.size.low, source.size.high)
        calls.append(call.machine, call.state, owner, source.each, certain=call.name.endswith("extend"), count=size)
    return NONE


def _update(call: _Call, owner: Value) -> Value:
    named = dict(call.arguments.named)
    given = call.given[0] if call.given else None
    if call.name.endswith(".setdefault"):
        key = given or TOP
        default = call.given[1] if len(call.given) > 1 else NONE
        old = expressions.item_of(call.machine, call.state, owner, key)
        expressions.put(call.machine, call.state, owner, key, join(old, default), may_be_there=True)
        return join(old, default) if not old.unknown else TOP
    more = constant(len(named))
    source = call.elements(0) if given is not None else Elements(exactly_range(0), TOP)
    if given is not None and (given.unknown or source.size.high is None):
        call.machine.forget_things(call.state, owner)
        return NONE
    things = call.machine.things(call.state, given) if given is not None else []
    each = join_all([thing.element for _, thing in things] + list(named.values())) or TOP
    known = {name: value for _, thing in things for name, value in (thing.fields or {}).items()} | named
    complete = (
        all(thing.is_complete and thing.fields is not None for _, thing in things) and len(things) == 1
    ) or given is None

    def changed(thing: Thing) -> Thing:
        fields = dict(thing.fields) if thing.fields is not None else None
        if fields is not None and complete:
            new = [name for name in known if name not in fields]
            fields |= known
            grown = Range(ZERO, constant(len(new)))
        else:
            grown = Range(ZERO, None if source.size.high is None else source.size.high + more)
            fields = None
        element = each if thing.element is None else join(thing.element, each)
        return replace(
            thing,
            size=thing.size + grown,
            element=element,
            keys=TOP,
            parts=None,
            fields=fields,
            is_complete=complete and thing.is_complete and fields is not None,
        )

    _each_thing(call, owner, changed)
    return NONE


def _pop(call: _Call, owner: Value) -> Value:
    """``pop``, ``popleft``, ``remove``: one element fewer, or an exception; with a default, perhaps none fewer."""
    things = call.machine.things(call.state, owner)
    each = join_all([thing.element for _, thing in things]) or TOP
    always = not call.name.endswith(".discard") and not (call.name.endswith(".pop") and len(call.given) > 1)
    key = call.given[0] if call.given else None
    if any(thing.kind == "dict" for _, thing in things) and key is not None:
        each = join(
            expressions.item_of(call.machine, call.state, owner, key), call.given[1] if len(call.given) > 1 else each
        )

    def changed(thing: Thing) -> Thing:
        shrunk = thing.size - Range(ONE if always else ZERO, ONE)
        low = shrunk.low if shrunk.low is not None and shrunk.low.is_never_negative else ZERO
        return replace(thing, size=replace(shrunk, low=low), parts=None, fields=None, is_complete=False)

    _each_thing(call, owner, changed)
    return each


def _clear(call: _Call, owner: Value) -> Value:
    def cleared(thing: Thing) -> Thing:
        return replace(
            thing,
            size=exactly_range(0),
            element=None,
            parts=() if thing.kind == "list" else None,
            fields={} if thing.kind == "dict" else None,
        )

    _each_thing(call, owner, cleared)
    return NONE


def _get(call: _Call, owner: Value) -> Value:
    default = call.given[1] if len(call.given) > 1 else NONE
    key = call.given[0] if call.given else TOP
    things = call.machine.things(call.state, owner)
    if (
        len(things) == 1
        and isinstance(key.const, str)
        and things[0][1].fields is not None
        and key.const in things[0][1].fields
    ):
        return things[0][1].fields[key.const]
    found = join_all([thing.element for _, thing in things])
    return join(found, default) if found is not None else default


def _views(call: _Call, owner: Value) -> Value:
    things = call.machine.things(call.state, owner)
    thing = things[0][1]
    for _, other in things[1:]:
        thing = replace(thing, size=Range(ZERO, None), element=TOP, keys=TOP, fields=None, is_complete=False)
        del other
    keys, each = thing.keys or TOP, thing.element or TOP
    parts: list[Value] | None = None
    if thing.fields is not None and thing.is_complete and len(things) == 1:
        named = [(Value(const=name), value) for name, value in thing.fields.items()]
        parts = (
            [_pair(*pair) for pair in named]
            if call.name.endswith("items")
            else [pair[call.name.endswith("values")] for pair in named]
        )
    size = Range(thing.size.low, thing.size.high)
    if call.name.endswith("items"):
        return sequence(size, _pair(keys, each), tuple(parts) if parts is not None else None)
    return sequence(size, each if call.name.endswith("values") else keys, tuple(parts) if parts is not None else None)


def _most_common(call: _Call, owner: Value) -> Value:
    things = call.machine.things(call.state, owner)
    count = call.number(0, "n")
    highs = [thing.size.high for _, thing in things]
    high = None if None in highs else maximum(*(part for part in highs if part is not None))
    if count is not None and count.high is not None:
        high = count.high if high is None else minimum(high, count.high)
    keys = join_all([thing.keys for _, thing in things]) or TOP
    return call.make(Thing("list", Range(ZERO, high), _pair(keys, Value(number=ANY_SIZE))))


def _sort(call: _Call, owner: Value) -> Value:
    key = call.arguments.get(9, "key")
    if key is not None:
        call.run_for_each(key, (elements(call.machine, call.state, owner),))
    _each_thing(call, owner, Thing.summed)
    return NONE


def _reordered(call: _Call, owner: Value) -> Value:
    _each_thing(call, owner, Thing.summed)
    return NONE


def _copy_method(call: _Call, owner: Value) -> Value:
    return _copy(_Call(call.machine, call.state, "copy.copy", calls.Arguments((owner,)), call.node, call.frame))


def _lookup_only(_: _Call, __: Value) -> Value:
    return Value(number=ANY_SIZE)


def _merged_set(call: _Call, owner: Value) -> Value:
    own = elements(call.machine, call.state, owner)
    size, each = own.size, own.each
    if call.name.endswith("union"):
        for place in range(len(call.given)):
            other = call.elements(place)
            size, each = size + other.size, join(each, other.each)
    return call.make(Thing("list", Range(ZERO, size.high), each))


_METHODS: dict[str, Callable[[_Call, Value], Value]] = {
    "add": _append,
    "append": _append,
    "appendleft": _append,
    "clear": _clear,
    "copy": _copy_method,
    "count": _lookup_only,
    "difference": _merged_set,
    "discard": _pop,
    "extend": _extend,
    "extendleft": _extend,
    "get": _get,
    "index": _lookup_only,
    "insert": _append,
    "intersection": _merged_set,
    "items": _views,
    "keys": _views,
    "most_common": _most_common,
    "pop": _pop,
    "popitem": _pop,
    "popleft": _pop,
    "remove": _pop,
    "reverse": _reordered,
    "rotate": _reordered,
    "setdefault": _update,
    "sort": _sort,
    "union": _merged_set,
    "update": _extend,
    "values": _views,
}
