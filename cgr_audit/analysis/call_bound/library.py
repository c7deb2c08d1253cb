"""Functions of ``itertools``, ``random``, ``copy``, ``functools`` and ``math``, and small built-in ones."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from math import ceil, floor, isfinite
from types import MappingProxyType

from cgr_audit.analysis.call_bound import calls, expressions, objects, targets
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.drawing import draw, paid
from cgr_audit.analysis.call_bound.iterables import inverse
from cgr_audit.analysis.call_bound.outside_call import OutsideCall, exactly_range, pair_of
from cgr_audit.analysis.call_bound.sequences import at_least_zero, elements, least, pairs, section
from cgr_audit.analysis.call_bound.values import (
    ANY_NUMBER,
    ANY_SIZE,
    COUNTED,
    NONE,
    TOP,
    BoundTo,
    ClassOf,
    Closure,
    Outside,
    Range,
    Thing,
    Value,
    exactly,
    join,
    join_all,
    sequence,
    text,
)
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, Bound, constant, minimum

__all__ = ["LIBRARY", "copy_of"]


def _combined(call: OutsideCall) -> Value:
    source = call.elements(0)
    count = call.number(1, "r")
    length = None if count is None else count.integer
    name = call.name.rpartition(".")[2]
    if name == "permutations" and call.arguments.get(1, "r") is None:
        length = source.size.integer
    size = pairs(name, source.size, length)
    each = sequence(ANY_SIZE if length is None else exactly_range(length), source.each)
    return sequence(Range(ZERO, size.high), each)


def _product(call: OutsideCall) -> Value:
    sources = [call.elements(place) for place in range(len(call.given))]
    repeat = call.number(99, "repeat")
    times = 1 if repeat is None else repeat.integer
    if times is None or call.arguments.is_open:
        return sequence(ANY_SIZE, TOP)
    total: Bound | None = ONE
    for source in sources * times:
        total = None if total is None or source.size.high is None else total * source.size.high
    return sequence(Range(ZERO, total), pair_of(*(source.each for source in sources * times)))


def _chained(call: OutsideCall) -> Value:
    if call.name.endswith("from_iterable"):
        outer = call.elements(0)
        inner = elements(call.machine, call.state, outer.each)
        lists = [elements(call.machine, call.state, part).parts for part in outer.parts or ()]
        if outer.parts is not None and all(part is not None for part in lists) and not outer.refs:
            parts = tuple(part for found in lists for part in found or ())
            return sequence(exactly_range(len(parts)), join_all(parts) or TOP, parts)
        highs = (outer.size.high, inner.size.high)
        high = None if highs[0] is None or highs[1] is None else highs[0] * highs[1]
        return sequence(Range(ZERO, high), inner.each)
    size = exactly_range(0)
    for place in range(len(call.given)):
        size = size + call.elements(place).size
    each = join_all(call.elements(place).each for place in range(len(call.given))) or TOP
    refs = frozenset(ref for place in range(len(call.given)) for ref in call.elements(place).refs)
    return sequence(size if not call.arguments.is_open else ANY_SIZE, each)._replace(sources=refs)


def _sliced(call: OutsideCall) -> Value:
    source = call.elements(0)
    numbers = [call.number(place) for place in range(1, len(call.given))]
    stop = numbers[0] if len(numbers) == 1 else (numbers[1] if len(numbers) > 1 else None)
    limit = Range(ZERO, None if stop is None or stop.high is None else at_least_zero(stop.high))
    draw(call.machine, call.state, source.toll, limit.high, call.node)
    sliced = sequence(Range(ZERO, least(Range(ZERO, source.size.high), limit).high), source.each)
    return sliced._replace(sources=source.refs, toll=paid(source.toll))


def _counting(call: OutsideCall) -> Value:
    """``count``: one number after the other, without end."""
    start = call.number(0, "start") if call.arguments.get(0, "start") is not None else exactly_range(0)
    step = call.arguments.get(1, "step")
    if start is None or (step is not None and (step.number is None or step.number.integer != 1)):
        return sequence(ANY_SIZE, Value(number=Range()))
    by_round = Value(number=Range(start.low, start.high), const=COUNTED)
    return sequence(ANY_SIZE, Value(number=Range(start.low, None)))._replace(by_round=by_round)


def _pairwise(call: OutsideCall) -> Value:
    source = call.elements(0)
    size = section(source.size, exactly_range(1), None, None)
    return sequence(Range(ZERO, size.high), pair_of(source.each, source.each))._replace(sources=source.refs)


def _cycled(call: OutsideCall) -> Value:
    return sequence(ANY_SIZE, call.elements(0).each)


def _repeated(call: OutsideCall) -> Value:
    times = call.arguments.get(1, "times")
    each = call.given[0] if call.given else TOP
    if times is None or times.number is None:
        return sequence(ANY_SIZE, each)
    high = None if times.number.high is None else at_least_zero(times.number.high)
    return sequence(Range(ZERO, high), each)


def _sampled(call: OutsideCall) -> Value:
    source = call.elements(0)
    count = call.number(1, "k")
    if call.name == "random.choice":
        return source.each
    high = ONE if call.arguments.get(1, "k") is None else (None if count is None else count.high)
    if call.name == "random.sample" and source.size.high is not None:
        high = source.size.high if high is None else minimum(high, source.size.high)
    low = count.low if count is not None and count.integer is not None else ZERO
    return call.make(Thing("list", Range(low, high), source.each))


def _shuffled(call: OutsideCall) -> Value:
    for ref, thing in call.machine.things(call.state, call.given[0] if call.given else TOP):
        call.state.things[ref] = thing.summed()
    return NONE


_ROUNDING: Mapping[str, Callable[[float], int]] = MappingProxyType(
    {"builtins.round": round, "math.ceil": ceil, "math.floor": floor}
)


def _rounded(call: OutsideCall) -> Value:
    value = call.given[0] if call.given else TOP
    if call.name == "builtins.abs" and value.number is not None and value.number.low is not None:
        return value if value.number.low.is_never_negative else Value(number=ANY_SIZE)
    if value.number is not None and not value.unknown and not value.mixed:
        return value
    if isinstance(value.const, float) and len(call.given) == 1 and isfinite(value.const):
        if call.name == "builtins.abs":
            return Value(const=abs(value.const))
        return exactly(_ROUNDING.get(call.name, int)(value.const))
    division = call.node.args[0] if call.node.args else None
    if call.name == "math.ceil" and isinstance(division, ast.BinOp) and isinstance(division.op, ast.Div):
        scratch = call.state.copy()
        top = expressions.evaluate(call.machine, scratch, division.left, call.frame).number
        bottom = expressions.evaluate(call.machine, scratch, division.right, call.frame).number
        if top is not None and bottom is not None and bottom.integer and bottom.integer > 0 and top.high is not None:
            high = (top.high + constant(bottom.integer - 1)) * inverse(bottom.integer)
            if high.value is not None:
                high = constant(int(high.value // 1))
            return Value(number=Range(ZERO if top.low is not None and top.low.is_never_negative else None, high))
    return Value(number=ANY_NUMBER)


def _partial(call: OutsideCall) -> Value:
    made = []
    for held in call.given[0].callables if call.given else ():
        if isinstance(held, Closure):
            named = tuple({**dict(held.named), **dict(call.arguments.named)}.items())
            made.append(held._replace(given=(*held.given, *call.given[1:]), named=named))
        elif isinstance(held, Outside | BoundTo | ClassOf):
            return TOP
        else:
            made.append(held)  # type: ignore[arg-type]
    return Value(callables=frozenset(made)) if made else TOP


def _same(call: OutsideCall) -> Value:
    return call.given[0] if call.given else TOP


def copy_of(call: OutsideCall) -> Value:
    """A copy of the first argument."""
    things = call.machine.things(call.state, call.given[0]) if call.given else []
    if len(things) == 1 and things[0][1].kind != "object":
        size = things[0][1].size
        return call.make(things[0][1]._replace(size=Range(size.low, size.high)))
    return TOP if things else _same(call)


def _ignored(call: OutsideCall) -> Value:
    return NONE if call.name == "builtins.print" else TOP


def _texts(_: OutsideCall) -> Value:
    return text()


def _read_attribute(call: OutsideCall) -> Value:
    name = call.given[1].const if len(call.given) > 1 else None
    if isinstance(name, str):
        reading = ast.copy_location(ast.Attribute(call.node.args[0], name, ast.Load()), call.node)
        value = objects.member(call.machine, call.state, call.given[0], reading, call.frame)
        return join(value, call.given[2]) if len(call.given) > 2 else value
    return TOP


def _set_attribute(call: OutsideCall) -> Value:
    name = call.given[1].const if len(call.given) == 3 else None
    if isinstance(name, str) and not call.given[1].mixed:
        targets.set_attribute(call.machine, call.state, call.given[0], name, call.given[2], call.node)
    else:
        call.machine.give_up(call.state, call.node, "cannot tell which attribute is set here")
    return NONE


def _delete_attribute(call: OutsideCall) -> Value:
    name = call.given[1].const if len(call.given) == 2 else None
    if isinstance(name, str) and not call.given[1].mixed:
        targets.forget_attribute(call.machine, call.state, call.given[0], name, call.node)
    else:
        call.machine.give_up(call.state, call.node, "cannot tell which attribute is taken away here")
    return NONE


def _gathered(call: OutsideCall) -> Value:
    return sequence(exactly_range(len(call.given)) if not call.arguments.is_open else ANY_SIZE, TOP)


def _field(call: OutsideCall) -> Value:
    """A field of a dataclass: what makes its default is called for every object, unseen."""
    targets = call.machine.graph.targets(call.node)
    made_by = {*targets.passed, *targets.functions}
    changes = not call.machine.changing.isdisjoint(call.machine.graph.reachable(made_by))
    if changes or targets.passes_solver or not call.machine.reaching.isdisjoint(made_by):
        call.machine.give_up(call.state, call.node, "what makes this default is called for every object")
    return TOP


_EXECUTOR = "concurrent.futures.Executor"


def _executor(_: OutsideCall) -> Value:
    return Value(callables=frozenset({Outside(_EXECUTOR)}))


def _submitted(call: OutsideCall) -> Value:
    """``submit`` and ``apply`` call what they are given once, with what comes after it."""
    if not call.given or call.arguments.is_open:
        call.machine.give_up(call.state, call.node, "cannot tell what is called here")
        return TOP
    named, rest = call.arguments.named, call.given[1:]
    if call.name.rpartition(".")[2].startswith("apply"):
        rest, named = (elements(call.machine, call.state, rest[0]).parts or (TOP,) if rest else ()), ()
    arguments = Arguments(rest, named)
    calls.apply_value(call.machine, call.state, call.given[0], arguments, call.node, call.frame)
    return TOP


LIBRARY: dict[str, Callable[[OutsideCall], Value]] = {
    "asyncio.create_task": _same,
    "asyncio.gather": _gathered,
    "asyncio.run": _same,
    "builtins.abs": _rounded,
    "builtins.delattr": _delete_attribute,
    "builtins.getattr": _read_attribute,
    "builtins.int": _rounded,
    "builtins.object.__delattr__": _delete_attribute,
    "builtins.object.__setattr__": _set_attribute,
    "builtins.print": _ignored,
    "builtins.repr": _texts,
    "builtins.round": _rounded,
    "builtins.setattr": _set_attribute,
    "builtins.str": _texts,
    **dict.fromkeys(
        (
            "concurrent.futures.ProcessPoolExecutor",
            "concurrent.futures.ThreadPoolExecutor",
            "concurrent.futures.process.ProcessPoolExecutor",
            "concurrent.futures.thread.ThreadPoolExecutor",
            "multiprocessing.Pool",
            "multiprocessing.dummy.Pool",
            "multiprocessing.pool.Pool",
            "multiprocessing.pool.ThreadPool",
        ),
        _executor,
    ),
    **dict.fromkeys((f"{_EXECUTOR}.submit", f"{_EXECUTOR}.apply", f"{_EXECUTOR}.apply_async"), _submitted),
    "copy.copy": copy_of,
    "copy.deepcopy": copy_of,
    "dataclasses.field": _field,
    "functools.partial": _partial,
    "functools.partialmethod": _partial,
    "itertools.chain": _chained,
    "itertools.chain.from_iterable": _chained,
    "itertools.combinations": _combined,
    "itertools.combinations_with_replacement": _combined,
    "itertools.count": _counting,
    "itertools.cycle": _cycled,
    "itertools.islice": _sliced,
    "itertools.pairwise": _pairwise,
    "itertools.permutations": _combined,
    "itertools.product": _product,
    "itertools.repeat": _repeated,
    "math.ceil": _rounded,
    "math.floor": _rounded,
    "random.choice": _sampled,
    "random.choices": _sampled,
    "random.sample": _sampled,
    "random.shuffle": _shuffled,
    "typing.cast": lambda call: call.given[1] if len(call.given) > 1 else TOP,
}
"""By dotted name."""
