"""Objects of the abstract heap: sequences, mappings and instances, none ever changed; writing puts a new one there."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar

from cgr_audit.analysis.domains.intervals import ANY_SIZE, Interval, exactly, is_certain, join_intervals
from cgr_audit.analysis.domains.polynomials import ZERO, constant, minimum
from cgr_audit.analysis.interpreter.values import (
    NO_CONTROL,
    NOTHING,
    UNKNOWN,
    AbstractValue,
    ControlDependence,
    Function,
    Opaque,
    Value,
    controls_of,
    interval_of,
    join,
    join_all,
    opaque,
    taint_of,
    taint_of_controls,
    under_control,
)

__all__ = [
    "BOXED",
    "MAX_ITEMS",
    "CallContext",
    "HeapObject",
    "Instance",
    "Mapped",
    "Sequence",
    "Suspended",
    "held_by",
    "join_objects",
    "local",
    "replace",
    "values_in",
]

MAX_ITEMS = 60
"""A list is followed element by element while it grows to this length."""

MOST_HELD = 2_000
"""The most elements of one object that are told apart, however it comes about: more than programs write down, and so
few that a list added to itself again and again costs little."""

BOXED = "<boxed>"
"""The attribute in which an object of the library keeps what was put into it."""


_Record = TypeVar("_Record")
_NAMES: dict[type, tuple[str, ...]] = {}


def replace(found: _Record, **changes: Any) -> _Record:
    """A dataclass with some of its fields changed: what ``dataclasses.replace`` gives, four times quicker."""
    made = object.__new__(type(found))
    write = object.__setattr__
    names = _NAMES.get(type(found))
    if names is None:
        names = _NAMES[type(found)] = tuple(part.name for part in fields(found))  # type: ignore[arg-type]
    for name in names:
        write(made, name, changes[name] if name in changes else getattr(found, name))
    if isinstance(made, Sequence) and "items" in changes:
        made.__post_init__()
    return made


def without_elements(extent: Interval, by: Interval) -> Interval:
    """How many elements are left of so many: never fewer than none."""
    left = extent - by
    low = ZERO if left.low is None or not left.low.is_certainly_never_negative else left.low
    return left._replace(low=low)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list, tuple, set, iterator or anything else with elements."""

    kind: str
    """``list``, ``tuple``, ``set``, ``iterator``."""
    items: tuple[Value, ...] | None
    """Every element in order, where they are known."""
    rest: Value = field(default_factory=dict)
    """What any element may be, where they are not."""
    least: int = 0
    """How many there are at least, where they are not known."""
    size: int = 0
    """What the number of elements depends on."""
    nodes: tuple[ast.expr, ...] = ()
    """The expressions that wrote the elements, where they are known."""
    fields: tuple[str, ...] = ()
    """The names of the elements of a named tuple."""
    of: AbstractValue | None = None
    """The class of the program that a named tuple belongs to."""
    is_many: bool = False
    """Whether it stands for several objects, of which a change reaches one."""
    last: Value = field(default_factory=dict)
    """What the last element may be, where they are not known and this is."""
    extent: Interval = ANY_SIZE
    """How many elements there are, where they are not known."""
    cap: Interval | None = None
    """The largest number of elements that it ever holds (``deque(maxlen=...)``)."""
    counts_from: Interval | None = None
    """Of what ``range`` and ``enumerate`` give: the number in the first element, where the next ones count up by 1."""

    def __post_init__(self) -> None:
        if self.items is not None and len(self.items) > MOST_HELD:
            loose = Sequence(
                self.kind, None, join_all(self.items), len(self.items), self.size, last=self.items[-1],
                extent=exactly(len(self.items)),
            )  # fmt: skip
            for name in self.__slots__:
                object.__setattr__(self, name, getattr(loose, name))

    @property
    def length(self) -> Interval:
        """How many elements there are."""
        return self.extent if self.items is None else exactly(len(self.items))

    def with_length(self, length: Interval) -> Sequence:
        """The same, its elements not known one by one, with another length."""
        return replace(self if self.items is None else self.loose(), extent=length)

    @property
    def ending(self) -> Value:
        """What the last element may be; nothing if that is not known, or there may be none."""
        if self.items is None:
            return self.last
        return self.items[-1] if self.items else NOTHING

    @property
    def any(self) -> Value:
        """What any element may be."""
        if self.items is None:
            return self.rest
        return join_all(self.items)

    @property
    def shortest(self) -> int:
        """How many elements there are at least."""
        return self.least if self.items is None else len(self.items)

    def loose(self) -> Sequence:
        """The same without knowing which element is where."""
        if self.items is None:
            return replace(self, last=NOTHING) if self.last else self
        return Sequence(
            self.kind, None, self.any, len(self.items), self.size, is_many=self.is_many,
            extent=exactly(len(self.items)), cap=self.cap,
        )  # fmt: skip

    def grown(self, by: Interval) -> Sequence:
        """The same with so many more elements: in a set some may be there already, in a full deque others go."""
        loose = self.loose()
        is_sure = self.kind != "set" and self.cap is None and not self.is_many
        extent = loose.extent + (by if is_sure else Interval(ZERO, by.high))
        if self.cap is not None and self.cap.high is not None:
            extent = extent._replace(high=self.cap.high if extent.high is None else minimum(extent.high, self.cap.high))
        return replace(loose, extent=extent)

    def shrunk(self, by: Interval) -> Sequence:
        """The same with so many fewer elements."""
        loose = self.loose()
        return replace(loose, extent=without_elements(loose.extent, Interval(ZERO, by.high) if self.is_many else by))

    def as_many(self) -> Sequence:
        """What stands for each of the objects that a comprehension made, all like this one."""
        return replace(self.loose(), is_many=True)

    def appended(self, value: Value, node: ast.expr | None = None) -> Sequence:
        """With one more element at the end."""
        if self.items is not None and len(self.items) < MAX_ITEMS and self.kind != "set" and self.cap is None:
            nodes = (*self.nodes, node) if node is not None and len(self.nodes) == len(self.items) else ()
            return Sequence(self.kind, (*self.items, value), nodes=nodes)
        loose = self.loose()
        least = loose.least if loose.is_many else max(loose.least, 1)
        last = NOTHING if loose.is_many or self.kind == "set" else value
        extent = loose.grown(exactly(1)).extent
        return replace(loose, rest=join(loose.rest, value), least=least, last=last, extent=extent)


@dataclass(frozen=True, slots=True)
class Mapped:
    """A dictionary, counter or default dictionary."""

    entries: Mapping[Any, Value]
    """The values under known keys."""
    keys: Mapping[Any, Value]
    """Those keys as values."""
    maybe: frozenset[Any] = frozenset()
    """Known keys that may be absent."""
    other_keys: Value = field(default_factory=dict)
    other_values: Value = field(default_factory=dict)
    """What stands under keys that are not known."""
    default: Value = field(default_factory=dict)
    """What a missing key gives (``defaultdict``, ``Counter``)."""
    order: int = 0
    """What the order of a counter's elements depends on."""
    leader: Value = field(default_factory=dict)
    """Of a tally, the constant that was ahead of all others when it was made."""
    lead: int = 0
    """By how many votes."""
    cast: frozenset[tuple[ast.AST, int]] = frozenset()
    """Where votes were cast since, and how many at most."""
    inserts: bool = False
    """Whether reading a missing key puts it in (``defaultdict``)."""
    settled: frozenset[Any] = frozenset()
    """Known keys that were written after everything that went under keys that are not known."""
    extent: Interval = ANY_SIZE
    """How many entries there are, where they are not all known."""

    def __post_init__(self) -> None:
        if len(self.entries) > MOST_HELD:
            loose = Mapped({}, {}, frozenset(), self.any_key, self.any_value, self.default, self.order)
            for name in self.__slots__:
                if name != "inserts":
                    object.__setattr__(self, name, getattr(loose, name))

    @property
    def size(self) -> int:
        """What the number of entries depends on, of which equal keys have one; and their order."""
        result = self.order | taint_of(self.other_keys)
        for name in self.maybe:
            result |= taint_of_controls(controls_of(self.keys.get(name, NOTHING)))
        return result

    @property
    def length(self) -> Interval:
        """How many entries there are."""
        if self.other_keys or self.other_values or self.inserts:
            return self.extent
        return Interval(constant(len(self.entries) - len(self.maybe)), constant(len(self.entries)))

    def grown(self, by: Interval) -> Mapped:
        """The same with at most so many more entries."""
        return replace(self, extent=self.length + Interval(ZERO, by.high))

    def shrunk(self, by: Interval) -> Mapped:
        """The same with so many fewer entries."""
        return replace(self, extent=without_elements(self.length, by))

    def with_length(self, length: Interval) -> Mapped:
        """The same with another length, where not all entries are known."""
        return replace(self, extent=length)

    @property
    def winner(self) -> Value:
        """The constant key of the largest number, where no vote cast since can have changed which that is."""
        if self.lead > sum(votes for _, votes in self.cast):
            return self.leader
        if len(self.entries) < 2 or self.maybe or self.other_keys or self.other_values:
            return NOTHING
        counts = {key: interval_of(value) for key, value in self.entries.items()}
        for place, (key, most) in enumerate(counts.items()):
            if most is not None and all(
                count is not None and is_certain(count, ast.LtE if after > place else ast.Lt, most)
                for after, (other, count) in enumerate(counts.items())
                if other != key
            ):
                return self.keys[key]  # of equal ones the first counts
        return NOTHING

    def with_votes(self, node: ast.AST, votes: int | None) -> Mapped:
        """The same after so many votes at most were cast at ``node``; after any number where that is not known."""
        if votes is None:
            return replace(self, leader=NOTHING, lead=0, cast=frozenset())
        return replace(self, cast=self.cast | {(node, votes)})

    @property
    def any_key(self) -> Value:
        """What any key may be."""
        return join_all((self.other_keys, *self.keys.values()))

    @property
    def any_value(self) -> Value:
        """What any value may be."""
        return join_all((self.other_values, *self.entries.values()))

    @property
    def shortest(self) -> int:
        """How many entries there are at least."""
        return len(self.entries) - len(self.maybe)


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance of a class of the program, or a namespace."""

    of: AbstractValue
    attributes: Mapping[str, Value]
    maybe: frozenset[str] = frozenset()
    """Attributes that may not be its own, so that the class's are seen."""
    one_of: frozenset[tuple[ast.AST, int]] = frozenset()
    """The places of the objects of which it is one, where a test told more of that one."""


CallContext = tuple[ast.AST, int, tuple[int, ...]]
"""A call, the frame that it stands in, and which elements the loops around it are at that are run one by one."""


@dataclass(frozen=True, slots=True)
class Suspended(Instance):
    """A generator, or an iterator that the library makes: its variables, by :func:`local`, and where it waits."""

    function: Function = field(kw_only=True)
    context: CallContext = field(kw_only=True)
    """The call that made it, by which its frame is known."""
    positions: tuple[ast.AST | None, ...] = field(kw_only=True)
    """Where it may wait: at a ``yield``, before its first statement (the function itself), or nowhere, for it ended."""
    owner: AbstractValue | None = None
    """The class whose method it runs."""


def local(name: str) -> str:
    """The attribute in which a generator keeps a variable while it waits."""
    return f"<{name}>"


HeapObject = Sequence | Mapped | Instance


def join_objects(
    first: HeapObject,
    second: HeapObject,
    under_first: ControlDependence = NO_CONTROL,
    under_second: ControlDependence = NO_CONTROL,
) -> HeapObject:
    """An object that may be either; what differs is chosen by the controls of its side."""
    if first is second or (same_object(first, second, _stayed) and not _may_differ(first)):
        return first
    if isinstance(first, Sequence) and isinstance(second, Sequence):
        return _join_sequences(first, second, under_first, under_second)
    if isinstance(first, Mapped) and isinstance(second, Mapped):
        return _join_mappings(first, second, under_first, under_second)
    if isinstance(first, Instance) and isinstance(second, Instance):
        names = [*first.attributes, *(name for name in second.attributes if name not in first.attributes)]
        attributes = {
            name: merged(
                first.attributes.get(name, NOTHING), second.attributes.get(name, NOTHING), under_first, under_second
            )
            for name in names
        }
        maybe = first.maybe | second.maybe | (first.attributes.keys() ^ second.attributes.keys())
        if isinstance(first, Suspended) and isinstance(second, Suspended):
            positions = (*first.positions, *(place for place in second.positions if place not in first.positions))
            return replace(first, attributes=attributes, maybe=maybe, positions=positions)
        return Instance(first.of, attributes, maybe, first.one_of | second.one_of)
    return _join_sequences(as_sequence(first), as_sequence(second), under_first, under_second)


def _may_differ(found: HeapObject) -> bool:
    """Whether objects that look like this may have different numbers of elements."""
    return not isinstance(found, Instance) and found.length.integer is None


def merged(first: Value, second: Value, under_first: ControlDependence, under_second: ControlDependence) -> Value:
    """A value that is one or the other, by the controls of each side; nothing changes where they are the same."""
    if _stayed(first, second):
        return first
    return join(under_control(first, under_first), under_control(second, under_second))


def _stayed(first: Value, second: Value) -> bool:
    """Whether two paths leave the same value: one that each computed for itself may differ however alike it looks."""
    if first is second:
        return True
    if not same(first, second):
        return False
    computed = [key for key, one in first.items() if type(one.payload) is Opaque]
    return not computed or all(first[key] is second[key] for key in computed)


def same(first: Value, second: Value) -> bool:
    """Whether two values have the same alternatives under the same controls."""
    if first is second:
        return True
    if first.keys() != second.keys():
        return False
    for key, one in first.items():
        other = second[key]
        if one is other:
            continue
        if one.controls is not other.controls and one.controls != other.controls:
            return False
        if one.symbol is not other.symbol and one.symbol != other.symbol:
            return False
        if one.number != other.number or one.size != other.size:
            return False
    return True


def same_object(first: HeapObject, second: HeapObject, alike: Callable[[Value, Value], bool] = same) -> bool:
    """Whether two objects are the same, controls included, with values held ``alike``."""
    if first is second:
        return True
    compared = _COMPARED[type(first)]
    if type(first) is not type(second) or compared(first) != compared(second):
        return False
    if isinstance(first, Sequence) and isinstance(second, Sequence):
        if first.items is None or second.items is None:
            return (
                first.items is second.items
                and first.extent == second.extent
                and alike(first.rest, second.rest)
                and alike(first.last, second.last)
            )
        return len(first.items) == len(second.items) and all(map(alike, first.items, second.items))
    if isinstance(first, Mapped) and isinstance(second, Mapped):
        return (
            first.leader.keys() == second.leader.keys()
            and _same_values(first.entries, second.entries, alike)
            and alike(first.other_keys, second.other_keys)
            and alike(first.other_values, second.other_values)
            and alike(first.default, second.default)
        )
    assert isinstance(first, Instance)
    assert isinstance(second, Instance)
    return _same_values(first.attributes, second.attributes, alike)


def _same_values(
    first: Mapping[Any, Value], second: Mapping[Any, Value], alike: Callable[[Value, Value], bool]
) -> bool:
    return first.keys() == second.keys() and all(alike(value, second[name]) for name, value in first.items())


_COMPARED: dict[type[HeapObject], Callable[[HeapObject], tuple[object, ...]]] = {
    Sequence: attrgetter("kind", "least", "size", "is_many", "cap", "counts_from"),
    Mapped: attrgetter("maybe", "order", "lead", "cast", "inserts", "settled", "extent"),
    Instance: attrgetter("maybe", "one_of"),
    Suspended: attrgetter("maybe", "one_of", "positions"),
}
"""Fields that hold no abstract values; objects that differ in them are different."""


def map_values(before: HeapObject, after: HeapObject, change: Callable[[Value, Value], Value]) -> HeapObject:
    """``after`` with each value changed by what stood in its place before."""
    if isinstance(before, Sequence) and isinstance(after, Sequence):
        if after.items is None:
            last = change(before.ending, after.last) if after.last else NOTHING
            return replace(after, rest=change(before.any, after.rest), last=last)
        if before.items is not None and len(before.items) == len(after.items):
            return replace(after, items=tuple(map(change, before.items, after.items)))
    elif isinstance(before, Mapped) and isinstance(after, Mapped):
        entries = {name: change(before.entries.get(name, NOTHING), value) for name, value in after.entries.items()}
        return replace(
            after,
            entries=entries,
            keys={name: change(before.keys.get(name, NOTHING), value) for name, value in after.keys.items()},
            other_keys=change(before.other_keys, after.other_keys),
            other_values=change(before.other_values, after.other_values),
            default=change(before.default, after.default),
        )
    elif isinstance(before, Instance) and isinstance(after, Instance):
        former = before.attributes
        attributes = {name: change(former.get(name, NOTHING), value) for name, value in after.attributes.items()}
        return replace(after, attributes=attributes)
    return after


def values_in(found: HeapObject) -> Iterable[Value]:
    """Everything that is in an object."""
    if isinstance(found, Sequence):
        return (found.rest, found.last) if found.items is None else found.items
    if isinstance(found, Mapped):
        return (*found.entries.values(), *found.keys.values(), found.other_keys, found.other_values, found.default)
    return found.attributes.values()


def held_by(found: HeapObject) -> int:
    """How many values are told apart in an object."""
    if isinstance(found, Sequence):
        return 1 if found.items is None else len(found.items)
    return len(found.entries if isinstance(found, Mapped) else found.attributes)


def as_sequence(found: HeapObject) -> Sequence:
    """The elements that iterating gives, without order."""
    if isinstance(found, Sequence):
        return found
    if isinstance(found, Mapped):
        return Sequence("list", None, found.any_key, found.shortest, found.size, extent=found.length)
    rest = opaque(UNKNOWN)
    for value in found.attributes.values():
        rest = join(rest, value)
    return Sequence("list", None, rest)


def _join_sequences(
    first: Sequence, second: Sequence, under_first: ControlDependence, under_second: ControlDependence
) -> Sequence:
    if first.items is not None and second.items is not None and len(first.items) == len(second.items):
        items = tuple(
            merged(one, other, under_first, under_second) for one, other in zip(first.items, second.items, strict=True)
        )
        nodes = first.nodes if first.nodes == second.nodes else ()
        fields = first.fields if first.fields == second.fields else ()
        of = first.of if first.of == second.of else None
        return replace(first, items=items, nodes=nodes, fields=fields, of=of)
    one, other = first.loose(), second.loose()
    rest = merged(one.rest, other.rest, under_first, under_second)
    size = one.size | other.size | taint_of_controls(under_first) | taint_of_controls(under_second)
    many = one.is_many or other.is_many
    ends = bool(first.ending) and bool(second.ending) and not many
    last = merged(first.ending, second.ending, under_first, under_second) if ends else NOTHING
    extent = join_intervals(one.extent, other.extent) or ANY_SIZE
    counts_from = one.counts_from if one.counts_from == other.counts_from else None
    cap = None
    if first.cap is not None or second.cap is not None:
        cap = join_intervals(first.cap or ANY_SIZE, second.cap or ANY_SIZE)
    return Sequence(
        first.kind, None, rest, min(one.least, other.least), size, is_many=many, last=last, extent=extent, cap=cap,
        counts_from=counts_from,
    )  # fmt: skip


def _join_mappings(
    first: Mapped, second: Mapped, under_first: ControlDependence, under_second: ControlDependence
) -> Mapped:
    names = [*first.entries, *(name for name in second.entries if name not in first.entries)]
    entries, keys = {}, {}
    maybe = set(first.maybe | second.maybe)
    for name in names:
        one, other = first.entries.get(name, NOTHING), second.entries.get(name, NOTHING)
        entries[name] = merged(one, other, under_first, under_second)
        left, right = first.keys.get(name, NOTHING), second.keys.get(name, NOTHING)
        if left and right:
            keys[name] = join(left, right)
        else:
            maybe.add(name)
            keys[name] = merged(left, right, under_first, under_second)
    return Mapped(
        entries,
        keys,
        frozenset(maybe),
        merged(first.other_keys, second.other_keys, under_first, under_second),
        merged(first.other_values, second.other_values, under_first, under_second),
        join(first.default, second.default),
        first.order | second.order,
        first.leader if first.leader.keys() == second.leader.keys() else NOTHING,
        min(first.lead, second.lead),
        first.cast | second.cast,
        first.inserts or second.inserts,
        first.settled & second.settled,
        join_intervals(first.length, second.length) or ANY_SIZE,
    )
