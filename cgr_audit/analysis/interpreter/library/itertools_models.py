"""The functions of ``itertools``: how many elements each gives, and which."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb, factorial, perm
from types import MappingProxyType

from cgr_audit.analysis.domains.intervals import ANY_SIZE, EMPTY, Interval, calculated, exactly, largest_of, least_of
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, Bound, constant, maximum
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.heap import allocate, deep_taint, elements_of, exact_elements, inside, length_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.declaration import Declaration, Model
from cgr_audit.analysis.interpreter.library.higher_order import call_each, fold
from cgr_audit.analysis.interpreter.objects import Sequence
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    NOTHING,
    Constant,
    Value,
    interval_of,
    join,
    join_all,
    known,
    opaque,
    taint_of_choice,
)

__all__ = ["ITERTOOLS", "same_elements"]

_MOST_CHOSEN = 6
"""Beyond so many elements in each choice, their number is only bounded by a power."""


def _iterator(
    rest: Value, extent: Interval, node: ast.AST, frame: Frame, state: State, *, least: int = 0, size: int = 0,
    counts_from: Interval | None = None,
) -> Value:  # fmt: skip
    made = Sequence("iterator", None, rest, least, size, extent=extent, counts_from=counts_from)
    return allocate(made, node, frame.number, state)


def same_elements(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``chain(*iterables)``, and what else gives the elements that it is given."""
    rest, some, size, extent = NOTHING, False, 0, ANY_SIZE if given.star else EMPTY
    for value in (*given.positional, *((given.star,) if given.star else ())):
        part, more, amount = elements_of(value, state, node)
        rest, some, size = join(rest, part), some or more, size | amount
        extent = extent + length_of(value, state).plain if not given.star else extent
    return _iterator(rest, extent, node, frame, state, least=int(some), size=size)


def _chained(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``chain.from_iterable(iterables)``."""
    exact = exact_elements(given.positional[0], state)
    if exact is not None:
        return same_elements(interp, Arguments(exact), node, frame, state)
    inner = elements_of(given.positional[0], state)[0]
    rest, some, size = elements_of(inner, state, node)
    each, times = length_of(inner, state).plain, length_of(given.positional[0], state).plain
    extent = calculated(times, ast.Mult(), each) or ANY_SIZE
    return _iterator(rest, extent, node, frame, state, least=int(some), size=size)


def _never_negative(number: Interval) -> Interval:
    """The number, or 0 where that is larger."""
    return largest_of(number, EMPTY)


def _endless(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``cycle(iterable)``: none, or without end."""
    rest, some, size = elements_of(given.positional[0], state, node)
    return _iterator(rest, ANY_SIZE, node, frame, state, least=int(some), size=size)


def _counted(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``count(start)``: numbers without end."""
    start, step = given.get(0, "start"), given.get(1, "step")
    first = EMPTY if start is None else interval_of(start)
    by_one = first is not None and (step is None or (interval_of(step) or ANY_SIZE).integer == 1)
    number = Interval(first.low) if first is not None and by_one else None
    element = opaque(0, number=number)
    return _iterator(
        element, ANY_SIZE, node, frame, state, least=1, counts_from=first if by_one else None
    )  # fmt: skip


def _repeated(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``repeat(value, times)``."""
    value, times = given.get(0, "object"), given.get(1, "times")
    number = None if times is None else interval_of(times)
    extent = ANY_SIZE if number is None else largest_of(number, EMPTY)
    least, size = int(times is None or extent.is_positive), taint_of_choice(times or NOTHING)
    return _iterator(value or NOTHING, extent, node, frame, state, least=least, size=size)


def _sliced(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``islice(iterable, stop)`` and ``islice(iterable, start, stop, step)``."""
    rest, some, size = elements_of(given.positional[0], state, node)
    whole = length_of(given.positional[0], state).plain
    ends = [interval_of(value) for value in given.positional[1:]]
    stop = ends[0] if len(ends) == 1 else ends[1]
    extent = Interval(ZERO, whole.high)
    if stop is not None and stop.high is not None:
        taken = _never_negative(stop)
        extent = least_of(whole, taken) if len(ends) == 1 else Interval(ZERO, least_of(whole, taken).high)
    least = int(some and len(ends) == 1 and stop is not None and stop.is_positive)
    size |= taint_of_choice(*given.positional[1:])
    return _iterator(rest, extent, node, frame, state, least=least, size=size)


def _product(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    repeat = interval_of(given.named.get("repeat", known(1)))
    rest, some, size, extent = NOTHING, True, 0, exactly(1)
    for value in given.positional:
        part, more, amount = elements_of(value, state, node)
        rest, some, size = join(rest, part), some and more, size | amount
        extent = calculated(extent, ast.Mult(), length_of(value, state).plain) or ANY_SIZE
    times = None if repeat is None or given.star else repeat.integer
    if times is None or times < 0 or times > _MOST_CHOSEN:
        total, width = ANY_SIZE, ANY_SIZE
    else:
        total, width = exactly(1), exactly(len(given.positional) * times)
        for _ in range(times):
            total = calculated(total, ast.Mult(), extent) or ANY_SIZE
    if given.star:
        rest = join(rest, elements_of(given.star, state)[0])
    row = allocate(Sequence("tuple", None, rest, int(some), extent=width), node, inside(frame.number, 98), state)
    return allocate(Sequence("iterator", None, row, 0, size, extent=total), node, inside(frame.number, 99), state)


def _arranged(count: Callable[[int, int], int], step: int, *, ordered: bool = False) -> Model:
    """``combinations(values, r)`` and the like.

    Args:
        count: how many choices there are of so many elements among so many.
        step: by how much the factors of that number change from one to the next.
        ordered: whether the order of the chosen elements counts.
    """

    def model(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
        length, chosen = length_of(given.positional[0], state).plain, given.get(1, "r")
        rest, some, size = elements_of(given.positional[0], state, node)
        several = (length if chosen is None or _is_null(chosen) else interval_of(chosen)) or ANY_SIZE
        number = several.integer
        extent, width = ANY_SIZE, ANY_SIZE
        if number is not None and number >= 0:
            extent, width = _choices(count, step, length, number, ordered=ordered), exactly(number)
        row = Sequence("tuple", None, rest, int(some), extent=width)
        value = allocate(row, node, inside(frame.number, 98), state)
        made = Sequence("iterator", None, value, 0, size, extent=extent)
        return allocate(made, node, inside(frame.number, 99), state)

    return model


def _choices(count: Callable[[int, int], int], step: int, length: Interval, number: int, *, ordered: bool) -> Interval:
    if length.integer is not None:
        return exactly(count(length.integer, number))
    if length.high is None or number > _MOST_CHOSEN:
        return ANY_SIZE
    high: Bound = ONE
    for place in range(number):  # between two whole numbers, the product of smaller factors may be too small
        factor = length.high + constant(step * place) if length.exact is not None else maximum(length.high, ONE)
        high = high * factor
    if not ordered and length.exact is not None:
        high = high * constant(Fraction(1, factorial(number)))
    return Interval(ZERO, high)


def _multisets(length: int, number: int) -> int:
    return comb(length + number - 1, number) if length or not number else 0


def _is_null(value: Value) -> bool:
    return all(item.payload == Constant(type(None), None) for item in value.values())


def _pairs(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``pairwise(iterable)``."""
    rest, _, size = elements_of(given.positional[0], state, node)
    extent = _never_negative(length_of(given.positional[0], state).plain - exactly(1))
    row = allocate(Sequence("tuple", (rest, rest)), node, inside(frame.number, 98), state)
    return _iterator(row, extent, node, frame, state, size=size)


def _batched(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``batched(iterable, n)``: each row has at least one element."""
    rest, some, size = elements_of(given.positional[0], state, node)
    width = interval_of(given.get(1, "n") or NOTHING) if given.get(1, "n") else None
    row = Sequence("tuple", None, rest, 1, extent=Interval(ONE, None if width is None else width.high))
    value = allocate(row, node, inside(frame.number, 98), state)
    length = length_of(given.positional[0], state).plain
    extent = Interval(ZERO, length.high)
    if width is not None and width.integer is not None and width.integer > 0:
        extent = calculated(length + exactly(width.integer - 1), ast.FloorDiv(), exactly(width.integer)) or extent
    return _iterator(value, extent, node, frame, state, least=int(some), size=size)


def _longest(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``zip_longest(*iterables)``."""
    fill = given.named.get("fillvalue", known(None))
    parts = [elements_of(value, state, node) for value in given.positional]
    lengths = [length_of(value, state).plain for value in given.positional]
    columns = [
        value if all(length == other for other in lengths) else join(value, fill)
        for (value, _, _), length in zip(parts, lengths, strict=True)
    ]
    size = 0
    for _, _, amount in parts:
        size |= amount
    if given.star:
        rest = join_all([*columns, elements_of(given.star, state)[0], fill])
        row = Sequence("tuple", None, rest, len(columns))
    else:
        row = Sequence("tuple", tuple(columns))
    value = allocate(row, node, inside(frame.number, 98), state)
    extent = ANY_SIZE if given.star else largest_of(*lengths) if lengths else EMPTY
    return _iterator(value, extent, node, frame, state, least=int(any(some for _, some, _ in parts)), size=size)


def _selected(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``takewhile(test, iterable)`` and the like: some of the elements, each tested once at most."""
    value, _, size = elements_of(given.positional[1], state, node)
    times = Interval(ZERO, length_of(given.positional[1], state).plain.high)
    if not value:
        return _iterator(NOTHING, EMPTY, node, frame, state)
    if not _is_null(given.positional[0]):
        outcome = call_each(interp, given.positional[0], Arguments([value]), times, node, frame, state)
        size |= deep_taint(outcome, state)
        interp.traces.decide(node, deep_taint(outcome, state))
    return _iterator(value, times, node, frame, state, size=size)


def _accumulated(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``accumulate(iterable, function, initial=...)``: the function is called for all but the first."""
    value, some, size = elements_of(given.positional[0], state, node)
    length = length_of(given.positional[0], state).plain
    function, initial = given.get(1, "func"), given.named.get("initial")
    begins = initial is not None and not _is_null(initial)
    start = join(value, initial or NOTHING) if begins else value
    result = start
    if function is None or _is_null(function):
        made = opaque(deep_taint(start, state))
        result = join(start, made)
    elif value:
        times = length if begins else _never_negative(length - exactly(1))
        result = join(start, fold(interp, function, start, value, times, node, frame, state)[1])
    extent = length + exactly(1) if begins else length
    return _iterator(result, extent, node, frame, state, least=int(some or begins), size=size)


def _split(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``tee(iterable, n)``: each of the iterators gives all elements."""
    number = interval_of(given.get(1, "n") or known(2))
    rest, some, size = elements_of(given.positional[0], state, node)
    one = Sequence("iterator", None, rest, int(some), size, extent=length_of(given.positional[0], state).plain)
    several = None if number is None else number.integer
    if several is None or several > _MOST_CHOSEN:
        part = allocate(one.as_many(), node, inside(frame.number, 1), state)
        return allocate(Sequence("tuple", None, part), node, frame.number, state)
    parts = tuple(allocate(one, node, inside(frame.number, place + 1), state) for place in range(several))
    return allocate(Sequence("tuple", parts), node, frame.number, state)


def _grouped(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """Pairs of a key and the elements that have it."""
    value, some, size = elements_of(given.positional[0], state, node)
    key = given.get(1, "key")
    times = length_of(given.positional[0], state).plain
    keys = call_each(interp, key, Arguments([value]), times, node, frame, state) if key and value else value
    size |= deep_taint(keys, state)
    group = Sequence("iterator", None, value, 1, size, extent=Interval(ONE, times.high))
    row = (keys, allocate(group, node, inside(frame.number, 1), state))
    pair = allocate(Sequence("tuple", row), node, inside(frame.number, 2), state)
    return _iterator(pair, Interval(ZERO, times.high), node, frame, state, least=int(some), size=size)


ITERTOOLS: Mapping[str, Declaration] = MappingProxyType({
    f"itertools.{name}": declaration for name, declaration in {
        "accumulate": Declaration("iterable, func=None, *, initial=None", _accumulated),
        "batched": Declaration("iterable, n", _batched),
        "chain": Declaration("*iterables", same_elements),
        "chain.from_iterable": Declaration("iterable, /", _chained),
        "combinations": Declaration("iterable, r", _arranged(comb, -1)),
        "combinations_with_replacement": Declaration("iterable, r", _arranged(_multisets, 1)),
        "count": Declaration("start=0, step=1", _counted),
        "cycle": Declaration("iterable, /", _endless),
        "dropwhile": Declaration("predicate, iterable, /", _selected),
        "filterfalse": Declaration("predicate, iterable, /", _selected),
        "groupby": Declaration("iterable, key=None", _grouped),
        "islice": Declaration("iterable, stop, stop_2=None, step=None, /", _sliced),
        "pairwise": Declaration("iterable, /", _pairs),
        "permutations": Declaration("iterable, r=None", _arranged(perm, -1, ordered=True)),
        "product": Declaration("*iterables, repeat=1", _product),
        "repeat": Declaration("object, times=None", _repeated),
        "takewhile": Declaration("predicate, iterable, /", _selected),
        "tee": Declaration("iterable, n=2, /", _split),
        "zip_longest": Declaration("*iterables, fillvalue=None", _longest),
    }.items()
})  # fmt: skip
