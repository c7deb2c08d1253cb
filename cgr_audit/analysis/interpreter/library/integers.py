"""Functions that give integers: between which numbers their results lie."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from cgr_audit.analysis.domains.intervals import ANY_NUMBER, ANY_SIZE, EMPTY, Interval, calculated, largest_of, least_of
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, constant
from cgr_audit.analysis.interpreter.heap import elements_of, length_of
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import OPAQUE, AbstractValue, Value, interval_of, join_all, single

__all__ = ["INTEGERS", "bounded", "extreme"]

_CODE_POINTS = Interval(ZERO, constant(0x10FFFF))


def _whole(given: Sequence[Interval | None]) -> Interval | None:
    return given[0] if len(given) == 1 and given[0] is not None else ANY_NUMBER


def _rounded(given: Sequence[Interval | None]) -> Interval | None:
    return _whole(given) if len(given) == 1 else given[0]  # with digits, it is of the type of the number


def _absolute(given: Sequence[Interval | None]) -> Interval | None:
    number = given[0] if given else None
    if number is None or (number.low is not None and number.low.is_never_negative):
        return number
    return largest_of(number, -number, EMPTY) if number.low is not None and number.high is not None else ANY_SIZE


def _among(given: Sequence[Interval | None]) -> Interval | None:
    """``randint(a, b)``."""
    low, high = given if len(given) == 2 else (None, None)
    return Interval(low and low.low, high and high.high)


def _below(given: Sequence[Interval | None]) -> Interval | None:
    """``randrange(stop)`` and ``randrange(start, stop)``."""
    start, stop = (EMPTY, *given) if len(given) == 1 else given[:2] if len(given) == 2 else (None, None)
    return Interval(start and start.low, stop.high - ONE if stop is not None and stop.high is not None else None)


INTEGERS: Mapping[str, Callable[[Sequence[Interval | None]], Interval | None]] = MappingProxyType({
    **dict.fromkeys(("builtins.int", "math.ceil", "math.floor", "math.trunc", "operator.index"), _whole),
    "builtins.round": _rounded, "builtins.abs": _absolute, "operator.abs": _absolute,
    "builtins.ord": lambda _: _CODE_POINTS, "builtins.hash": lambda _: ANY_NUMBER, "builtins.id": lambda _: ANY_NUMBER,
    **dict.fromkeys(("math.comb", "math.factorial", "math.gcd", "math.isqrt", "math.lcm", "math.perm",
                     "operator.countOf", "operator.indexOf"), lambda _: ANY_SIZE),
    "random.randint": _among, "random.randrange": _below,
})  # fmt: skip
"""The interval of the result by those of the arguments; nothing if it may be no integer."""


def bounded(name: str, result: Value, given: Sequence[Value], state: State) -> Value:
    """What a function gave, with the numbers between which it lies."""
    if name == "builtins.sum" and len(given) == 1:
        each = interval_of(elements_of(given[0], state)[0]) if elements_of(given[0], state)[0] else EMPTY
        number = None if each is None else calculated(length_of(given[0], state).plain, ast.Mult(), each.plain)
    elif name in INTEGERS:
        number = INTEGERS[name]([interval_of(value) for value in given])
    else:
        return result
    return {key: item if item.is_constant else item.measured(number) for key, item in result.items()}


def extreme(name: str, result: Value, given: Sequence[Value]) -> Value:
    """The smallest or largest of several integers: an integer between theirs."""
    ends = [interval_of(value) for value in given]
    numbers = [end for end in ends if end is not None]
    if len(given) < 2 or len(numbers) < len(given) or all(item.is_constant for item in result.values()):
        return result
    number = (least_of if name == "builtins.min" else largest_of)(*numbers)
    return join_all(
        single(AbstractValue(OPAQUE, item.taint, item.controls, item.origins, item.trail, item.symbol, number))
        for item in result.values()
    )
