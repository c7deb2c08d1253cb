"""The state of the abstract machine at one point of a program: variables, mutable things, and calls so far."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from cgr_audit.analysis.call_bound.values import TOP, Ref, Thing, Value, join, join_ranges
from cgr_audit.analysis.domains.cost import Cost, larger
from cgr_audit.analysis.domains.polynomials import ZERO

__all__ = [
    "State",
    "Variable",
    "cached",
    "is_cached",
    "join_states",
    "join_things",
    "map_thing",
    "map_value",
    "refs_in",
]

Variable = tuple[int, Hashable]
"""A frame's key and a name."""

_CACHED = "\0="


class State:
    """Variables, things and cost. Copied where paths part; the values themselves never change."""

    __slots__ = ("cost", "has_yielded", "is_dead", "recursions", "things", "variables")

    def __init__(self) -> None:
        self.variables: dict[Variable, Value] = {}
        self.things: dict[Ref, Thing] = {}
        self.cost: Cost = ZERO
        self.recursions = 0
        """Recursive calls made so far by the activation under study."""
        self.has_yielded = False
        """Whether a generator whose elements are counted one by one certainly gave one since the round began."""
        self.is_dead = False
        """Whether control never comes here: what was called does not return."""

    def copy(self) -> State:
        """A state that can go its own way."""
        other = State()
        other.variables = self.variables.copy()
        other.things = self.things.copy()
        other.cost = self.cost
        other.recursions = self.recursions
        other.has_yielded = self.has_yielded
        other.is_dead = self.is_dead
        return other

    def become(self, other: State | None) -> None:
        """Take over another state; nothing, or a dead one, means that control does not come here."""
        if other is None or other.is_dead:
            self.is_dead = True
            return
        self.variables, self.things = other.variables, other.things
        self.cost, self.recursions, self.is_dead = other.cost, other.recursions, False
        self.has_yielded = other.has_yielded

    def forget(self, frame: int) -> None:
        """Drop the variables of a frame that nothing can reach any more."""
        for variable in [variable for variable in self.variables if variable[0] == frame]:
            del self.variables[variable]

    def age(self, ref: Ref) -> None:
        """Make room for a new thing from the same place: the latest one joins the earlier ones."""
        if ref not in self.things:
            return
        old = ref._replace(is_latest=False)
        thing = self.things.pop(ref)
        self.things[old] = join_things(self.things[old], thing) if old in self.things else thing.summed()

        def renamed(value: Value) -> Value:
            if ref in value.sources:
                value = value._replace(sources=value.sources - {ref} | {old})
            return value._replace(refs=value.refs - {ref} | {old}) if ref in value.refs else value

        for variable, value in self.variables.items():
            if _holds(value, ref):
                self.variables[variable] = map_value(value, renamed)
        for key, held in self.things.items():
            if _thing_holds(held, ref):
                self.things[key] = map_thing(held, renamed)


def refs_in(value: Value) -> frozenset[Ref]:
    """The things that a value is, and those anywhere in it."""
    found = value.refs | value.sources if value.sources else value.refs
    for part in (value.element, *(value.parts or ())):
        if part is not None:
            found = found | refs_in(part)
    return found


def _holds(value: Value, ref: Ref) -> bool:
    """Whether a thing is what a value is, or is anywhere in it."""
    if (value.refs and ref in value.refs) or (value.sources and ref in value.sources):
        return True
    if value.element is not None and _holds(value.element, ref):
        return True
    return value.parts is not None and any(_holds(part, ref) for part in value.parts)


def _thing_holds(thing: Thing, ref: Ref) -> bool:
    for value in (thing.element, thing.keys):
        if value is not None and _holds(value, ref):
            return True
    if thing.parts and any(_holds(value, ref) for value in thing.parts):
        return True
    return bool(thing.fields) and any(_holds(value, ref) for value in (thing.fields or {}).values())


def join_states(one: State | None, other: State | None) -> State | None:
    """Either of two; nothing stands for a point that is not reached."""
    if one is None or one.is_dead:
        return None if other is None or other.is_dead else other
    if other is None or other.is_dead:
        return one
    joined = State()
    variables = joined.variables = one.variables.copy()
    for variable, second in other.variables.items():
        value = variables.get(variable)
        if value is not second:
            variables[variable] = second if value is None else join(value, second)
    things = joined.things = one.things.copy()
    for ref, found in other.things.items():
        thing = things.get(ref)
        if thing is not found:
            things[ref] = found if thing is None else join_things(thing, found)
    joined.cost = larger(one.cost, other.cost)
    joined.has_yielded = one.has_yielded and other.has_yielded
    joined.recursions = max(one.recursions, other.recursions)
    return joined


def cached(name: str) -> str:
    """Where an object keeps what a cached property of a name gave."""
    return _CACHED + name


def is_cached(name: Hashable) -> bool:
    """Whether a field is none of the program's, but what a cached property gave."""
    return isinstance(name, str) and name.startswith(_CACHED)


def join_things(one: Thing, other: Thing) -> Thing:
    """Either of two things from one place."""
    if one == other:
        return one
    fields = None
    is_complete = one.is_complete and other.is_complete
    if one.fields is not None and other.fields is not None:
        fields = {**one.fields, **other.fields}
        for name, value in fields.items():
            if name in one.fields and name in other.fields:
                fields[name] = join(one.fields[name], other.fields[name])
            elif not is_cached(name) and (one.cls is not None or other.cls is not None):
                fields[name] = join(value, TOP)  # without it, its class may have a default
        fields = {
            name: value
            for name, value in fields.items()
            if not is_cached(name) or (name in one.fields and name in other.fields)
        }
    same_parts = one.parts is not None and other.parts is not None and len(one.parts) == len(other.parts)
    return Thing(
        kind=one.kind,
        size=join_ranges(one.size, other.size),
        element=None if one.element is None and other.element is None else join(one.element, other.element),
        keys=None if one.keys is None and other.keys is None else join(one.keys, other.keys),
        parts=tuple(map(join, one.parts or (), other.parts or ())) if same_parts else None,
        fields=fields,
        is_complete=is_complete,
        grows_on_read=one.grows_on_read or other.grows_on_read,
        cls=one.cls if one.cls == other.cls else None,
    )


def map_value(value: Value, change: Callable[[Value], Value]) -> Value:
    """Change a value and every value in it."""
    if value.element is not None or value.parts is not None:
        element = None if value.element is None else map_value(value.element, change)
        parts = None if value.parts is None else tuple(map_value(part, change) for part in value.parts)
        if element != value.element or parts != value.parts:
            value = value._replace(element=element, parts=parts)
    return change(value)


def map_thing(thing: Thing, change: Callable[[Value], Value]) -> Thing:
    """Change every value in a thing."""
    if thing.element is None and thing.keys is None and not thing.parts and not thing.fields:
        return thing
    element = None if thing.element is None else map_value(thing.element, change)
    keys = None if thing.keys is None else map_value(thing.keys, change)
    parts = None if thing.parts is None else tuple(map_value(part, change) for part in thing.parts)
    fields = None if thing.fields is None else {name: map_value(held, change) for name, held in thing.fields.items()}
    if element is thing.element and keys is thing.keys and parts == thing.parts and fields == thing.fields:
        return thing
    return thing._replace(element=element, keys=keys, parts=parts, fields=fields)
