"""What the analysis knows of a value: between which numbers it lies, how many elements it has, what it may call.

What is made and compared for every step of an analysed program is a named tuple: several times quicker than a
dataclass.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from cgr_audit.analysis.domains.cost import Cost, larger
from cgr_audit.analysis.domains.polynomials import ZERO, Bound, constant, maximum, minimum
from cgr_audit.analysis.scopes import Function

__all__ = [
    "ABSENT",
    "AGENT_MAKER",
    "ANY_NUMBER",
    "ANY_SIZE",
    "COUNTED",
    "NONE",
    "SOLVER",
    "TOP",
    "BoundTo",
    "ClassOf",
    "Closure",
    "Namespace",
    "Outside",
    "Range",
    "RecordOf",
    "Ref",
    "Tag",
    "Thing",
    "Toll",
    "Value",
    "exactly",
    "few",
    "held_in",
    "join",
    "join_all",
    "join_ranges",
    "join_tolls",
    "limited",
    "number",
    "sequence",
    "text",
]


class Tag(NamedTuple):
    """How a number lies relative to what a cell held when the round of a loop began."""

    token: int
    cell: Hashable
    low: Bound | None
    high: Bound | None


class Range(NamedTuple):
    """An integer between two bounds; an end that is not known is left out."""

    low: Bound | None = None
    high: Bound | None = None
    tag: Tag | None = None
    hole: Bound | None = None
    """A number that it is known not to be."""

    def __add__(self, other: Range) -> Range:  # type: ignore[override]
        low = None if self.low is None or other.low is None else _light(self.low + other.low)
        high = None if self.high is None or other.high is None else _light(self.high + other.high)
        moved, by = (self, other) if self.tag is not None or self.hole is not None else (other, self)
        hole = None if moved.hole is None or by.exact is None else moved.hole + by.exact
        if moved.tag is None or by.tag is not None:
            return Range(low, high, hole=hole)
        return Range(low, high, _shift(moved.tag, by), hole)

    def __sub__(self, other: Range) -> Range:
        low = None if self.low is None or other.high is None else _light(self.low - other.high)
        high = None if self.high is None or other.low is None else _light(self.high - other.low)
        minus_one = constant(-1)
        negated = Range(
            None if other.high is None else other.high * minus_one, None if other.low is None else other.low * minus_one
        )
        tag = None if self.tag is None or other.tag is not None else _shift(self.tag, negated)
        hole = None if self.hole is None or other.exact is None else self.hole - other.exact
        return Range(low, high, tag, hole)

    @property
    def exact(self) -> Bound | None:
        """The one number it can be."""
        return self.low if self.low is not None and self.low == self.high else None

    @property
    def integer(self) -> int | None:
        """The one number it can be, where that does not depend on the item."""
        found = self.exact.value if self.exact is not None else None
        return int(found) if found is not None and found.denominator == 1 else None


def _shift(tag: Tag, by: Range) -> Tag | None:
    low = None if tag.low is None or by.low is None else tag.low + by.low
    high = None if tag.high is None or by.high is None else tag.high + by.high
    return None if low is None and high is None else Tag(tag.token, tag.cell, low, high)


def _light(end: Bound) -> Bound | None:
    """An end that has grown too heavy to calculate with is left out."""
    return None if end.is_heavy else end


def join_ranges(one: Range, other: Range) -> Range:
    """Either of two."""
    if one == other:
        return one
    low = None if one.low is None or other.low is None else _light(minimum(one.low, other.low))
    high = None if one.high is None or other.high is None else _light(maximum(one.high, other.high))
    hole = one.hole if one.hole == other.hole else None
    tag, second = one.tag, other.tag
    if tag is None or second is None or (tag.token, tag.cell) != (second.token, second.cell):
        return Range(low, high, hole=hole)
    least = None if tag.low is None or second.low is None else minimum(tag.low, second.low)
    most = None if tag.high is None or second.high is None else maximum(tag.high, second.high)
    return Range(low, high, Tag(tag.token, tag.cell, least, most), hole)


ANY_NUMBER: Final = Range()
ANY_SIZE: Final = Range(ZERO, None)


class Ref(NamedTuple):
    """Everything mutable that one place makes: the latest by itself, all earlier ones together."""

    node: ast.AST
    frame: Hashable
    is_latest: bool = True


class Closure(NamedTuple):
    """A function with the frame it was made in."""

    node: Function
    frame: Frame | None
    """Nothing where it is not known."""
    defaults: tuple[tuple[str, Value], ...] = ()
    given: tuple[Value, ...] = ()
    """Arguments that come first: ``self``, or what ``partial`` fixed."""
    named: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One activation of a function, or the module's; in a loop, or twice from one place, several together."""

    key: int
    node: ast.AST
    parent: Frame | None


@dataclass(frozen=True, slots=True)
class ClassOf:
    """A class of the program."""

    node: ast.ClassDef
    frame: Frame
    bases: tuple[ClassOf, ...] = field(default=(), hash=False)


@dataclass(frozen=True, slots=True)
class Outside:
    """A function or class that the program does not define, by its dotted name."""

    name: str


@dataclass(frozen=True, slots=True)
class RecordOf:
    """A named tuple's class that a call made."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoundTo:
    """A method of a value that is no object of the program's classes: ``votes.append``."""

    name: str
    owner: Value


@dataclass(frozen=True, slots=True)
class Namespace:
    """The dictionary of names of a module, a class or an object: ``globals()``, ``vars(x)``, ``x.__dict__``."""

    node: ast.AST


@dataclass(frozen=True, slots=True)
class _Special:
    name: str


SOLVER: Final = _Special("solver")
"""The solver helper, or an object made by a solver factory."""
AGENT_MAKER: Final = _Special("factory")
"""A class whose instances are solver callables."""
ABSENT: Final = _Special("absent")
COUNTED: Final = _Special("counted")
"""Stands, as a constant, beside a number to which the number of the round is to be added."""

Held = Closure | ClassOf | RecordOf | Outside | BoundTo | Namespace | _Special


class Toll(NamedTuple):
    """What it costs to draw from a generator that has no end, or from an iterator while it may change."""

    each: Bound
    """For one element."""
    whole: Cost
    """For all of them."""
    readings: frozenset[Hashable] = frozenset()
    """What has to be as it was, by the iterators that read it."""


class Value(NamedTuple):
    """What a value may be. Each part says what it is like *if* it is of that kind."""

    unknown: bool = False
    """It may be anything."""
    number: Range | None = None
    const: object = ABSENT
    """The one text, truth value or ``None`` that it is."""
    size: Range | None = None
    """How many elements an immutable sequence, or an iterator, has."""
    element: Value | None = None
    parts: tuple[Value, ...] | None = None
    """The elements one by one, where they are known."""
    refs: frozenset[Ref] = frozenset()
    callables: frozenset[Held] = frozenset()
    by_round: Value | None = None
    """The element that iterating gives in a round, where the number of the round says more than ``element``."""
    sources: frozenset[Ref] = frozenset()
    """What mutable things an iterator reads from: where they grow meanwhile, so does it."""
    is_list: bool = False
    """It is a list that is taken never to change, such as a slice of another."""
    toll: Toll | None = None
    """What each element costs that is asked for, where it is a generator without end."""
    mixed: bool = False
    """It may be of several kinds, or something else too, such as ``None``."""


TOP: Final = Value(unknown=True)
NONE: Final = Value(const=None)


def number(low: Bound | None, high: Bound | None) -> Value:
    """An integer."""
    return Value(number=Range(low, high))


def exactly(value: int | Bound) -> Value:
    """One integer."""
    bound = constant(value) if isinstance(value, int) else value
    return Value(number=Range(bound, bound))


def text() -> Value:
    """A text of unknown length."""
    return Value(size=ANY_SIZE, element=None)


def sequence(size: Range, element: Value | None, parts: tuple[Value, ...] | None = None) -> Value:
    """An immutable sequence, or an iterator."""
    return Value(size=size, element=element, parts=few(parts))


def few(parts: tuple[Value, ...] | None) -> tuple[Value, ...] | None:
    """Elements one by one; nothing where there are too many to be told apart."""
    return None if parts is None or len(parts) > _MOST_PARTS else parts


def join(one: Value | None, other: Value | None) -> Value:
    """Either of two; nothing stands for no value at all."""
    if one is None or other is None or one is other or one == other:
        return one or other or TOP
    if one.unknown or other.unknown:
        return TOP
    same_parts = one.parts is not None and other.parts is not None and len(one.parts) == len(other.parts)
    return Value(
        number=join_ranges(one.number, other.number) if one.number and other.number else one.number or other.number,
        const=one.const if _same(one.const, other.const) else ABSENT,
        size=join_ranges(one.size, other.size) if one.size and other.size else one.size or other.size,
        element=None if one.element is None and other.element is None else join(one.element, other.element),
        parts=tuple(map(join, one.parts or (), other.parts or ())) if same_parts else None,
        refs=one.refs | other.refs,
        callables=one.callables | other.callables,
        sources=one.sources | other.sources,
        is_list=one.is_list or other.is_list,
        toll=join_tolls(one.toll, other.toll),
        by_round=one.by_round if one.by_round == other.by_round else None,
        mixed=one.mixed or other.mixed or _kinds(one) != _kinds(other),
    )


def join_tolls(one: Toll | None, other: Toll | None) -> Toll | None:
    """Either of two; nothing stands for what costs nothing."""
    if one is None or other is None:
        return one or other
    return Toll(maximum(one.each, other.each), larger(one.whole, other.whole), one.readings | other.readings)


def join_all(values: Iterable[Value | None]) -> Value | None:
    """Any of several; nothing where there are none."""
    found: Value | None = None
    for value in values:
        if value is not None:
            found = value if found is None else join(found, value)
    return found


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


def _kinds(value: Value) -> tuple[bool, ...]:
    is_const = value.const is not ABSENT
    return (
        value.number is not None,
        value.size is not None or isinstance(value.const, str),
        bool(value.refs),
        bool(value.callables),
        is_const and not isinstance(value.const, str),
    )


_MOST_PARTS: Final = 64
"""The most elements of one sequence that are told apart."""
_MOST_HELD: Final = 1_000
"""The most values in one value; what holds more is unknown. Values in mutable things count with the thing."""


def held_in(value: Value) -> int:
    """How many values a value holds, itself included; counted no further than :data:`_MOST_HELD`."""
    if value.element is None and value.parts is None and not value.callables:
        return 1
    waiting, count = [value], 0
    while waiting and count <= _MOST_HELD:
        inner = waiting.pop()
        count += 1
        if inner.element is not None:
            waiting.append(inner.element)
        if inner.parts is not None:
            waiting += inner.parts
        for held in inner.callables:
            if isinstance(held, Closure):
                waiting += (*held.given, *(part for _, part in (*held.named, *held.defaults)))
            elif isinstance(held, BoundTo):
                waiting.append(held.owner)
    return count


def limited(value: Value) -> Value:
    """A value, without its elements one by one where it holds too much, or nothing of it where that is not enough."""
    if held_in(value) <= _MOST_HELD:
        return value
    loose = value._replace(parts=None)
    return loose if held_in(loose) <= _MOST_HELD else TOP


class Thing(NamedTuple):
    """Something mutable: a list, set, deque, dictionary, or an object of one of the program's classes."""

    kind: str
    """``list``, ``dict`` or ``object``."""
    size: Range
    element: Value | None = None
    """Any element of a list; any value of a dictionary."""
    keys: Value | None = None
    parts: tuple[Value, ...] | None = None
    """The elements of a list one by one, where they are known."""
    fields: Mapping[str, Value] | None = None
    """The values of a dictionary by constant key; the attributes of an object."""
    is_complete: bool = True
    """Whether ``fields`` holds every entry of a dictionary."""
    grows_on_read: bool = False
    """Whether reading a missing key adds it."""
    cls: ClassOf | None = None

    def limited(self) -> Thing:
        """The same, without its elements one by one where they are too many."""
        return self if self.parts is None or few(self.parts) is not None else self.summed()

    def summed(self) -> Thing:
        """The same without its elements one by one."""
        return self._replace(parts=None)
