"""Abstract values: what an expression may be worth, what it was computed from, and which tests chose it.

A value is a set of alternatives. Each alternative keeps its *payload* (a known constant, a reference to an object of
the program, a function, or something opaque), the sources it was computed from (*taint*), the literal
expressions it flows from (*origins*), and the tests whose outcome chose it (*controls*).

Payloads are named tuples, which are made and hashed several times quicker than dataclasses; no two kinds of them can be
equal, for what stands first differs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from cgr_audit.analysis.domains.intervals import Interval, exactly, join_intervals

__all__ = [
    "CLOCK",
    "FALSE",
    "FIRST_MARK",
    "ITEM",
    "NESTING",
    "NOTHING",
    "NO_CONTROL",
    "OPAQUE",
    "RANDOM",
    "RECORD",
    "SOLVER",
    "TRUTH",
    "UNKNOWN",
    "AbstractValue",
    "Attribute",
    "Class",
    "Constant",
    "ControlDependence",
    "External",
    "Function",
    "Kind",
    "Method",
    "Opaque",
    "Partial",
    "Payload",
    "Reference",
    "Step",
    "Symbol",
    "Value",
    "controls_of",
    "held_in",
    "interval_of",
    "join",
    "join_all",
    "kind_of_absence",
    "known",
    "merge_controls",
    "opaque",
    "places_of",
    "single",
    "taint_of",
    "taint_of_choice",
    "taint_of_controls",
    "under_control",
    "with_interval",
]

SOLVER, ITEM, UNKNOWN, RANDOM, CLOCK = 1, 2, 4, 8, 16
"""What a value may be computed from, as bits; constants and the run's configuration are none of these."""

FIRST_MARK = 32
"""The first of the bits that stand for expressions whose values are watched."""

_MAX_CONTROLS = 48
"""Beyond so many tests that chose a value, only some of each kind are kept."""
_MAX_ALTERNATIVES = 24
_MAX_TAINTS = 48
"""With more taints than this, those that differ only in the expressions that are watched become one."""
_MAX_ORIGINS = 12
_MAX_TRAIL = 8
_MAX_NESTED = 64
"""Beyond so many values in each other (partials of partials, methods of methods), what is called is not followed."""


class Kind(IntEnum):
    """What it says of a constant that a test with this outcome chose it; later ones weigh more."""

    NONE = 0
    """Nothing: the test depends on constants alone."""
    ITEM = 1
    UNKNOWN = 2
    SUCCESS = 3
    """A response was there, or something could be extracted from it."""
    CONTENT = 4
    """What a response says."""
    FAILURE = 5
    """Calling or extracting failed, or time or attempts ran out."""

    @property
    def of_solver(self) -> bool:
        """Whether a solver decides the test."""
        return self >= Kind.SUCCESS


_DECIDING = MappingProxyType({Kind.ITEM: ITEM, Kind.UNKNOWN: UNKNOWN})

ControlDependence = Mapping[ast.AST, tuple[int, Kind]]
"""Test to the outcome that leads here (1 or -1; 0 where either does) and what that says."""

NO_CONTROL: ControlDependence = MappingProxyType({})


class Constant(NamedTuple):
    """A constant of an exact immutable type."""

    kind: type
    constant: Any


class Opaque(NamedTuple):
    """Something computed whose value is not known."""

    is_truth: bool = False
    """Whether it is the outcome of a test."""
    is_false: bool = False
    """Whether it is known to be empty, zero or nothing, because a test said so."""
    is_record: bool = False
    """Whether it is the item, whose fields the contract names."""


class Reference(NamedTuple):
    """An object of the program's heap: a container or an instance."""

    place: tuple[ast.AST, int]


class Function(NamedTuple):
    """A function or lambda of the program, with the frame it closes over."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    frame: int
    receiver: AbstractValue | None = None
    """The first argument of a bound method."""


class Class(NamedTuple):
    """A class of the program, its body executed in a frame of its own."""

    node: ast.AST
    frame: int


class External(NamedTuple):
    """Something outside the program by its dotted name.

    The helpers of the contract are ``solver``, ``factory``, ``agent`` and ``extraction``.
    """

    name: str
    helper: str = ""
    """Of a helper function, its name in the contract."""


class Method(NamedTuple):
    """A method of a built-in or opaque value, not yet called."""

    receiver: AbstractValue
    name: str
    owner: AbstractValue | None = None
    """For ``super()``: the class in whose body it stands."""


class Partial(NamedTuple):
    """A callable with some arguments given."""

    function: AbstractValue
    positional: tuple[AbstractValue, ...]
    named: tuple[tuple[str, AbstractValue], ...]


class Attribute(NamedTuple):
    """``operator.itemgetter(i)`` or ``operator.attrgetter(name)``: takes this, or several, out of its argument."""

    name: Any
    is_item: bool


Payload = Constant | Opaque | Reference | Function | Class | External | Method | Partial | Attribute

_PLAIN = frozenset({Constant, Opaque})
_INTEGERS = frozenset({int, bool})
NESTING = frozenset({Function, Method, Partial})
"""What may hold other values by itself, not by reference to an object."""

OPAQUE = Opaque()
TRUTH = Opaque(is_truth=True)
FALSE = Opaque(is_false=True)
RECORD = Opaque(is_record=True)


class Step:
    """One link of the chain of evidence, latest first; never changed once made."""

    __slots__ = ("before", "length", "message", "node")

    def __init__(self, node: ast.AST, message: str, before: Step | None = None, length: int = 1) -> None:
        self.node = node
        self.message = message
        self.before = before
        self.length = length

    def __iter__(self) -> Iterator[Step]:
        step: Step | None = self
        while step is not None:
            yield step
            step = step.before


class Symbol:
    """How a value is computed from responses; see :mod:`symbols`."""

    __slots__ = ()


class AbstractValue:
    """One thing that a value may be. Equal by payload, taint and origins; the rest describes it."""

    __slots__ = (
        "controls", "holds", "key", "nested", "number", "origins", "payload", "size", "symbol", "taint", "trail",
    )  # fmt: skip

    def __init__(
        self,
        payload: Payload,
        taint: int = 0,
        controls: ControlDependence = NO_CONTROL,
        origins: frozenset[ast.AST] = frozenset(),
        trail: Step | None = None,
        symbol: Symbol | None = None,
        number: Interval | None = None,
        size: Interval | None = None,
    ) -> None:
        self.number = number
        """Between which integers it lies; nothing if it may be no integer. Constants say it by themselves."""
        self.size = size
        """How many elements it has, where it is something computed that has a length."""
        self.nested: int = 1 if type(payload) not in NESTING else 1 + sum(one.nested for one in held_in(payload))
        """How many values are in this one, itself included."""
        if self.nested > _MAX_NESTED:
            payload, taint, self.nested = OPAQUE, taint | UNKNOWN, 1
        self.holds: bool = type(payload) is Reference or self.nested > 1
        """Whether it is an object of the heap, or may hold one by itself."""
        self.payload = payload
        self.symbol = symbol
        self.taint = taint
        self.controls = controls
        self.origins = origins
        self.trail = trail
        self.key = (payload, taint, origins)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AbstractValue) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def is_unnamed(self) -> bool:
        """Whether it is a literal, or computed, and was never given a name."""
        return self.trail is None or self.trail.length == 1

    @property
    def is_constant(self) -> bool:
        """Whether its value is known."""
        return type(self.payload) is Constant

    def under(self, controls: ControlDependence) -> AbstractValue:
        """The same, chosen by further tests; a test that chose it once goes on to say what it said then."""
        mine = self.controls
        if mine is controls:
            return self
        if not mine:
            merged = controls
        elif mine.keys() >= controls.keys():
            return self
        else:
            merged = {**mine, **controls}
            merged.update(mine)
            if len(merged) > _MAX_CONTROLS:
                merged = _fewer(merged)
        return AbstractValue(
            self.payload, self.taint, merged, self.origins, self.trail, self.symbol, self.number, self.size
        )

    def chosen_by(self, controls: ControlDependence) -> AbstractValue:
        """The same, chosen by these tests alone."""
        if controls is self.controls:
            return self
        return AbstractValue(
            self.payload, self.taint, controls, self.origins, self.trail, self.symbol, self.number, self.size
        )

    def after(self, node: ast.AST, message: str) -> AbstractValue:
        """The same, with one more link of evidence; only constants keep any."""
        length = 0 if self.trail is None else self.trail.length
        if self.taint & SOLVER or length >= _MAX_TRAIL or not self.origins:
            return self
        if self.trail is not None and self.trail.node is node:
            return self
        step = Step(node, message, self.trail, length + 1)
        return AbstractValue(self.payload, self.taint, self.controls, self.origins, step, None, self.number, self.size)

    def measured(self, number: Interval | None, size: Interval | None = None) -> AbstractValue:
        """The same with another interval, and another size."""
        if number == self.number and size == self.size:
            return self
        return AbstractValue(
            self.payload, self.taint, self.controls, self.origins, self.trail, self.symbol, number, size
        )

    def has_same_details(self, other: AbstractValue) -> bool:
        """Whether what equality ignores is the same as well, except for the evidence."""
        return (
            self.controls is other.controls
            and self.symbol is other.symbol
            and self.number is other.number
            and self.size is other.size
        )

    @property
    def interval(self) -> Interval | None:
        """Between which integers it lies; nothing if it may be no integer."""
        if type(self.payload) is Constant:
            return exactly(int(self.payload.constant)) if self.payload.kind in _INTEGERS else None
        return self.number


def held_in(payload: Payload) -> Iterator[AbstractValue]:
    """The values that a callable holds."""
    match payload:
        case Function(receiver=receiver) if receiver is not None:
            yield receiver
        case Method(receiver=receiver, owner=owner):
            yield from (receiver,) if owner is None else (receiver, owner)
        case Partial(function=function, positional=positional, named=named):
            yield from (function, *positional, *(value for _, value in named))


Value = dict[Any, AbstractValue]
"""Alternatives by their key; never changed once made. An empty one is the value of what never returns."""

NOTHING: Value = {}


def single(alternative: AbstractValue) -> Value:
    """A value with one alternative."""
    return {alternative.key: alternative}


def known(constant: Any, node: ast.AST | None = None) -> Value:
    """A constant that a literal expression writes down."""
    origins = frozenset() if node is None else frozenset((node,))
    trail = None if node is None else Step(node, "written here")
    return single(AbstractValue(Constant(type(constant), constant), 0, NO_CONTROL, origins, trail))


def opaque(
    taint: int,
    controls: ControlDependence = NO_CONTROL,
    payload: Payload = OPAQUE,
    sources: Iterable[AbstractValue] = (),
    node: ast.AST | None = None,
    symbol: Symbol | None = None,
    number: Interval | None = None,
    size: Interval | None = None,
) -> Value:
    """Something computed with this taint under these controls, and from the literals in ``sources``."""
    origins: frozenset[ast.AST] = frozenset()
    if not taint & SOLVER:
        gathered: set[ast.AST] = set()
        for source in sources:
            gathered |= source.origins
        if len(gathered) <= _MAX_ORIGINS:
            origins = frozenset(gathered)
        if not gathered and node is not None:
            origins = frozenset((node,))
    trail = Step(node, "computed here") if node is not None and origins else None
    return single(AbstractValue(payload, taint, controls, origins, trail, symbol, number, size))


def join(first: Value, second: Value) -> Value:
    """All alternatives of both."""
    if first is second or not second:
        return first
    if not first:
        return second
    result = dict(first)
    if not _take_in(result, second):
        return first
    return result if len(result) <= _MAX_ALTERNATIVES else _summarised(result)


def join_all(values: Iterable[Value]) -> Value:
    """All alternatives of several values."""
    first, result, limit = NOTHING, NOTHING, _MAX_ALTERNATIVES
    for value in values:
        if not first:
            first = result = value
        elif value is not first and value:
            if result is first:
                result = dict(first)
            _take_in(result, value)
            if len(result) > limit:
                result = _summarised(result)
                limit = max(_MAX_ALTERNATIVES, 2 * len(result))
    return result


def _take_in(result: Value, value: Value) -> bool:
    """Add the alternatives of a value to a value in the making; whether that changes anything."""
    changed = False
    for key, alternative in value.items():
        mine = result.get(key)
        if mine is None:
            result[key] = alternative
            changed = True
        elif mine is not alternative and not mine.has_same_details(alternative):
            merged = merge_controls(mine.controls, alternative.controls)
            symbol = mine.symbol if mine.symbol == alternative.symbol else None
            number = join_intervals(mine.number, alternative.number)
            size = join_intervals(mine.size, alternative.size)
            if (
                merged is not mine.controls
                or symbol is not mine.symbol
                or number is not mine.number
                or size is not mine.size
            ):
                trail = mine.trail or alternative.trail
                result[key] = AbstractValue(mine.payload, mine.taint, merged, mine.origins, trail, symbol, number, size)
                changed = True
    return changed


def under_control(value: Value, controls: ControlDependence) -> Value:
    """The same value, chosen by further tests."""
    if not controls:
        return value
    result: Value = {}
    for key, alternative in value.items():
        result[key] = alternative.under(controls)
    return result


def merge_controls(first: ControlDependence, second: ControlDependence) -> ControlDependence:
    """The tests of both; where their outcomes differ, either outcome leads here."""
    if not second or first is second:
        return first
    if not first:
        return second
    result: dict[ast.AST, tuple[int, Kind]] | None = None
    for node, control in second.items():
        mine = first.get(node)
        if mine == control:
            continue
        if result is None:
            result = dict(first)
        result[node] = control if mine is None else _either(mine, control)
    if result is None or result == first:
        return first
    return result if len(result) <= _MAX_CONTROLS else _fewer(result)


def _fewer(controls: ControlDependence) -> ControlDependence:
    """Some tests of each kind stand for all of that kind: what they say of the source stays."""
    kept: dict[ast.AST, tuple[int, Kind]] = {}
    left = dict.fromkeys(Kind, _MAX_CONTROLS // (2 * len(Kind)))
    for node, control in controls.items():
        if left[control[1]] > 0:
            left[control[1]] -= 1
            kept[node] = control
    return kept


def places_of(value: Value) -> list[tuple[ast.AST, int]]:
    """The places of the heap objects that a value may be."""
    return [item.payload.place for item in value.values() if isinstance(item.payload, Reference)]


def taint_of(value: Value) -> int:
    """What any alternative is computed from, not looking into objects."""
    result = 0
    for alternative in value.values():
        result |= alternative.taint
    return result


def controls_of(value: Value) -> ControlDependence:
    """Every test that chose any alternative."""
    result = NO_CONTROL
    for alternative in value.values():
        result = merge_controls(result, alternative.controls)
    return result


def taint_of_controls(controls: ControlDependence) -> int:
    """What the outcomes of tests depend on."""
    result = 0
    for _, kind in controls.values():
        result |= SOLVER if kind.of_solver else _DECIDING.get(kind, 0)
    return result


def taint_of_choice(*values: Value) -> int:
    """What decides which of their alternatives values are: data, and tests where there are several or one computed."""
    result = 0
    for value in values:
        result |= taint_of(value)
        if len(value) > 1 or not all(alternative.is_constant for alternative in value.values()):
            result |= taint_of_controls(controls_of(value))
    return result


def kind_of_absence(taint: int) -> Kind:
    """What it says that something is not there, or was raised, by what that depends on."""
    if taint & SOLVER:
        return Kind.FAILURE
    if taint & UNKNOWN:
        return Kind.UNKNOWN
    return Kind.ITEM if taint & ITEM else Kind.NONE


def interval_of(value: Value) -> Interval | None:
    """Between which integers a value lies; nothing if it may be something else."""
    found: Interval | None = None
    for item in value.values():
        held = item.number if type(item.payload) is not Constant else item.interval
        if held is None:
            return None
        found = held if found is None else join_intervals(found, held)
    return found


def with_interval(value: Value, interval: Interval) -> Value:
    """The same value with its computed integers in another interval."""
    is_open = interval.offset is not None
    result: Value = {}
    for item in value.values():
        new = item
        if type(item.payload) is not Constant:
            new = item if item.number is None else item.measured(interval, item.size)
        elif is_open and len(value) > 1:  # a constant next to computed numbers is one more of them
            new = AbstractValue(OPAQUE, item.taint, item.controls, frozenset(), item.trail, number=interval)
        result = join(result, single(new))
    return result


def _either(first: tuple[int, Kind], second: tuple[int, Kind]) -> tuple[int, Kind]:
    if first[0] == second[0]:
        return first[0], max(first[1], second[1])
    kind = max(first[1], second[1])
    return 0, Kind.CONTENT if kind.of_solver else kind


def _summarised(value: Value) -> Value:
    """Fewer alternatives: constants and opaque values become one for each taint.

    Where these are many as well, they become one for each kind of source.
    """
    plain = [alternative for alternative in value.values() if type(alternative.payload) in _PLAIN]
    if len(plain) <= _MAX_ALTERNATIVES:
        return value
    result = {key: alternative for key, alternative in value.items() if type(alternative.payload) not in _PLAIN}
    kinds = {alternative.taint for alternative in plain}
    groups: dict[int, int] = {}
    if len(kinds) > _MAX_TAINTS:
        for taint in kinds:
            group = taint % FIRST_MARK
            groups[group] = groups.get(group, 0) | taint
    for alternative in plain:
        taint = groups.get(alternative.taint % FIRST_MARK, alternative.taint)
        merged = AbstractValue(OPAQUE, taint, alternative.controls, frozenset(), alternative.trail)
        mine = result.get(merged.key)
        result[merged.key] = merged if mine is None else mine.under(merged.controls)
    return result
