"""What iterating over a value gives, and the sizes of what built-in functions and methods make."""

from __future__ import annotations

import ast
import string
from collections.abc import Mapping
from fractions import Fraction
from math import comb, perm
from types import MappingProxyType
from typing import NamedTuple

from cgr_audit.analysis.call_bound.counters import is_slack
from cgr_audit.analysis.call_bound.machine import Machine
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import (
    ANY_SIZE,
    TOP,
    ClassOf,
    Range,
    Ref,
    Toll,
    Value,
    join,
    join_all,
    join_ranges,
    join_tolls,
)
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, Bound, constant, divided, floored, maximum, minimum

__all__ = ["MODULE_CONSTANTS", "Elements", "at_least_zero", "elements", "least", "pairs", "section"]

MODULE_CONSTANTS: Mapping[str, str] = MappingProxyType(
    {
        "string.ascii_uppercase": string.ascii_uppercase,
        "string.ascii_lowercase": string.ascii_lowercase,
        "string.ascii_letters": string.ascii_letters,
        "string.digits": string.digits,
    }
)
_SHORT = 64
_ENUMERATIONS = frozenset({"enum.Enum", "enum.IntEnum", "enum.StrEnum", "builtins.str", "builtins.int"})


class Elements(NamedTuple):
    """What one iteration over a value gives."""

    size: Range
    each: Value
    parts: tuple[Value, ...] | None = None
    refs: frozenset[Ref] = frozenset()
    """The mutable things it is read from: a loop that makes them longer runs longer."""
    by_round: Value | None = None
    """The element of a round, by the number of the round."""
    toll: Toll | None = None
    """What it costs to ask for an element."""


def elements(machine: Machine, state: State, value: Value) -> Elements:
    """Iterate over a value: a dictionary gives its keys."""
    if value.unknown:
        return Elements(ANY_SIZE, TOP)
    found: list[Elements] = []
    if isinstance(value.const, str):
        letters = tuple(Value(const=letter) for letter in value.const[: _SHORT + 1])
        size = constant(len(value.const))
        parts = letters if len(letters) <= _SHORT else None
        found.append(Elements(Range(size, size), join_all(letters) or TOP, parts))
    elif value.size is not None:
        found.append(
            Elements(
                value.size,
                value.element or join_all(value.parts or ()) or TOP,
                value.parts,
                value.sources,
                value.by_round,
                value.toll,
            )
        )
    for ref, thing in machine.things(state, value):
        if thing.kind == "object" and thing.parts is None:
            found.append(Elements(ANY_SIZE, TOP))
            continue
        each = thing.keys if thing.kind == "dict" else thing.element
        parts = thing.parts
        if thing.kind == "dict" and thing.fields is not None and thing.is_complete:
            parts = tuple(Value(const=key) for key in thing.fields if not is_slack(key))
        found.append(Elements(thing.size, each or TOP, parts, frozenset({ref})))
    found += [Elements(_members(machine, held), TOP) for held in value.callables if isinstance(held, ClassOf)]
    if not found:
        return Elements(ANY_SIZE, TOP, toll=value.toll)
    whole = found[0]
    if value.toll is not None:
        whole = whole._replace(toll=value.toll)
    for other in found[1:]:
        whole = Elements(
            join_ranges(whole.size, other.size),
            join(whole.each, other.each),
            None,
            whole.refs | other.refs,
            toll=join_tolls(whole.toll, other.toll),
        )
    return whole


def _members(machine: Machine, cls: ClassOf) -> Range:
    """How many members an enumeration has: fewer than it has names, where several mean the same."""
    bases = {machine.scopes.qualified_name(base) for base in cls.node.bases}
    if not bases or not bases <= _ENUMERATIONS:
        return ANY_SIZE
    names: set[str] = set()
    for part in cls.node.body:
        match part:
            case ast.Assign(targets=targets) if all(isinstance(target, ast.Name) for target in targets):
                names |= {target.id for target in targets if isinstance(target, ast.Name)}
            case ast.FunctionDef() | ast.Expr(value=ast.Constant()) | ast.Pass() | ast.AnnAssign(value=None):
                pass
            case _:
                return ANY_SIZE
    return Range(ONE if names else ZERO, constant(len(names)))


def least(*sizes: Range) -> Range:
    """The smallest of some sizes, as of ``zip``."""
    highs = [size.high for size in sizes if size.high is not None]
    lows = [size.low for size in sizes]
    low = minimum(*(part for part in lows if part is not None)) if None not in lows and lows else ZERO
    return Range(low, minimum(*highs) if highs else None)


def at_least_zero(bound: Bound) -> Bound:
    """The bound, or 0 where it may be negative."""
    return bound if bound.is_never_negative else maximum(ZERO, bound)


def section(size: Range, lower: Range | None, upper: Range | None, step: int | None) -> Range:
    """How many elements ``[lower:upper:step]`` takes of so many; an end that is left out is nothing."""
    if step is not None and step not in {1, -1}:
        return _stepped(size, lower, upper, step)
    begin, end = _place(lower, size, Range(ZERO, ZERO)), _place(upper, size, size)
    if lower is None and upper is None:
        return size
    if lower is None or (begin.integer == 0 and begin.tag is None):
        if upper is not None and upper.integer is not None and upper.integer < 0:
            return _shrunk(size, -upper.integer)
        return least(size, Range(at_least_zero(end.low) if end.low else ZERO, _clamped(end.high)))
    if upper is None and lower.integer is not None:
        return _shrunk(size, lower.integer) if lower.integer >= 0 else least(size, _constant_range(-lower.integer))
    high = None if end.high is None or begin.low is None else at_least_zero(end.high - begin.low)
    if high is None:
        high = size.high
    elif size.high is not None and upper is not None and not (size.high - high).is_never_negative:
        high = minimum(size.high, high)
    if upper is None and size.low is not None and begin.high is not None and begin.low is not None:
        rest = size.low - begin.high
        if begin.low.is_certainly_never_negative and rest.is_certainly_never_negative:
            return Range(rest, high)
    return Range(ZERO, high)


def _stepped(size: Range, lower: Range | None, upper: Range | None, step: int) -> Range:
    """Every so manieth from a place on."""
    first = 0 if lower is None else lower.integer
    if size.high is None or step < 1 or upper is not None or first is None or first < 0:
        return Range(ZERO, size.high)
    whole = None if size.exact is None else divided(size.exact + constant(step - 1 - first), step)
    if whole is not None and whole[0].is_certainly_never_negative:
        return Range(whole[0], whole[0])
    return Range(ZERO, at_least_zero(floored((size.high + constant(step - 1 - first)) * constant(Fraction(1, step)))))


def _constant_range(count: int) -> Range:
    return Range(constant(count), constant(count))


def _place(given: Range | None, size: Range, default: Range) -> Range:
    if given is None:
        return default
    if given.integer is not None and given.integer < 0:
        return size + _constant_range(given.integer)
    return given


def _clamped(high: Bound | None) -> Bound | None:
    return None if high is None else at_least_zero(high)


def _shrunk(size: Range, by: int) -> Range:
    """So many fewer, but never fewer than none."""
    if by == 0:
        return size
    moved = size - _constant_range(by)
    certain = moved.low is not None and moved.low.is_never_negative
    low = moved.low if certain else ZERO
    high = _clamped(moved.high)
    tag = moved.tag
    if tag is not None and not certain:
        tag = tag._replace(high=size.tag.high if size.tag is not None else None)
    return Range(low, high, tag, moved.hole if certain else None)


def pairs(name: str, size: Range, count: int | None) -> Range:
    """How many combinations or permutations of ``count`` there are among so many elements."""
    if size.high is None or count is None:
        return ANY_SIZE
    is_combination = name.startswith("combinations")
    if size.integer is not None:
        total = comb(size.integer, count) if is_combination else perm(size.integer, count)
        if name == "combinations_with_replacement":
            total = comb(size.integer + count - 1, count)
        return _constant_range(total)
    total_bound = ONE
    for place in range(count):
        shift = place if name == "combinations_with_replacement" else -place
        factor = size.high + constant(shift)
        total_bound = total_bound * at_least_zero(factor)
        if is_combination:
            total_bound = total_bound * constant(Fraction(1, place + 1))
    return Range(ZERO, total_bound)
