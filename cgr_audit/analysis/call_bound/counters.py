"""Counters that a program keeps of its own solver calls, and what they say of how many it makes.

Beside each number that a program counts with (``calls += 1``, ``self.budget -= 1``) the machine keeps its *slack*: the
counter, or the counter negated where it is counted down, less one for each solver call. Both move together where every
call is counted, so that the number of calls between two points is at most what the counter rose by, less what the slack
rose by. A counter that is tested before each call cannot rise above what it is tested against.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator
from enum import Enum, auto

from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import TOP, Range, Value, exactly
from cgr_audit.analysis.domains.cost import Cost, Endless
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, Bound, constant, maximum, minimum
from cgr_audit.analysis.index import Index

__all__ = [
    "Marker",
    "advanced",
    "any_kept",
    "charge",
    "counters_of",
    "forget",
    "fresh",
    "is_slack",
    "limited",
    "mark",
    "risen",
    "slack_of",
    "slacks",
    "tighter",
]


class Marker(Enum):
    """What a slack can be marked as the slack at the beginning of."""

    CALL = auto()
    BLOCK = auto()


_UP, _DOWN = "\0+", "\0-"
_ONE = Range(ONE, ONE)
Cell = tuple[Hashable, Hashable]
"""A frame's key or a thing, and a name: where a number is kept."""


def counters_of(index: Index) -> dict[str, str]:
    """The names, attributes and keys that a program counts with, each with the name of its slack."""
    found: dict[str, str] = {}
    for node in index.of(ast.AugAssign, ast.Assign):
        match node:
            case ast.AugAssign(target=target, op=ast.Add() | ast.Sub() as operator, value=ast.Constant(value=int())):
                name = _name(target)
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.BinOp(
                    left=ast.Name(id=same), op=ast.Add() | ast.Sub() as operator, right=ast.Constant(value=int())
                ),
            ) if name == same:
                pass
            case _:
                continue
        if name is not None:
            found.setdefault(name, (_UP if isinstance(operator, ast.Add) else _DOWN) + name)
    return found


def _name(target: ast.expr) -> str | None:
    match target:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(slice=ast.Constant(value=str() as name)):
            return name
    return None


def is_slack(name: Hashable) -> bool:
    """Whether a name is none of the program's, but that of a counter's slack."""
    return isinstance(name, str) and name.startswith((_UP, _DOWN))


def slack_of(counters: dict[str, str], label: Hashable) -> Hashable | None:
    """Where the slack of a variable is kept; nothing for what is no counter."""
    if isinstance(label, tuple):
        slack = counters.get(label[0])
        return None if slack is None else (slack, label[1])
    return counters.get(label) if isinstance(label, str) else None


def fresh(slack: Hashable, value: Value) -> Value:
    """The slack of a counter that is set anew."""
    held = value.number
    if held is None or held.integer is None or value.unknown or value.mixed:
        return TOP
    return exactly(-held.integer if _is_down(slack) else held.integer)


def advanced(slack: Hashable, held: Value, step: int) -> Value:
    """The slack of a counter that moves by so much."""
    if held.number is None or held.unknown:
        return TOP
    by = constant(-step if _is_down(slack) else step)
    return held._replace(number=held.number + Range(by, by))


def charge(state: State) -> None:
    """One solver call: every slack falls by one."""
    for variable, value in list(state.variables.items()):
        if is_slack_label(variable[1]) and value.number is not None:
            state.variables[variable] = value._replace(number=value.number - _ONE)
    for ref, thing in list(state.things.items()):
        fields = {
            name: value._replace(number=value.number - _ONE)
            for name, value in (thing.fields or {}).items()
            if is_slack(name) and value.number is not None
        }
        if fields:
            state.things[ref] = thing._replace(fields={**(thing.fields or {}), **fields})


def forget(state: State) -> None:
    """Solver calls are made that are not followed one by one: no slack is known any more."""
    for variable in list(state.variables):
        if is_slack_label(variable[1]):
            state.variables[variable] = TOP
    for ref, thing in list(state.things.items()):
        names = [name for name in thing.fields or {} if is_slack(name)]
        if names:
            state.things[ref] = thing._replace(fields={**(thing.fields or {}), **dict.fromkeys(names, TOP)})


def slacks(state: State) -> Iterator[tuple[Cell, Cell, Value, Value]]:
    """Every counter with its slack: where both are kept, and their values."""
    for variable, value in state.variables.items():
        if is_slack_label(variable[1]) and value.number is not None:
            label = _counter_label(variable[1])
            counter = state.variables.get((variable[0], label))
            if counter is not None and _is_plain(counter):
                yield (variable[0], label), variable, counter, value
    for ref, thing in state.things.items():
        for name, value in (thing.fields or {}).items():
            if is_slack(name) and value.number is not None and thing.fields is not None:
                counter = thing.fields.get(name[2:])
                if counter is not None and _is_plain(counter):
                    yield (ref, name[2:]), (ref, name), counter, value


def any_kept(state: State, places: list[Cell]) -> bool:
    """Whether any of some counters is one of a state's, so that its slack is known there."""
    wanted = set(places)
    return any(slack in wanted for _, slack, _, _ in slacks(state))


def risen(slack: Cell, start: Range, end: Range) -> Bound | None:
    """How far a counter can have moved between two points, in its own direction."""
    if _is_down(slack[1]):
        return None if start.high is None or end.low is None else start.high - end.low
    return None if start.low is None or end.high is None else end.high - start.low


def mark(state: State, label: object) -> dict[Cell, Value]:
    """Name every slack as that of this point; gives what they were."""
    before = {slack: held for _, slack, _, held in slacks(state)}
    for slack, held in before.items():
        _set(state, slack, held._replace(const=label))
    return before


def limited(start: State, before: dict[Cell, Value], label: object, end: State) -> None:
    """Lower the cost of a state where the counters show that fewer calls were made since ``start``; undo the marks."""
    begun = {slack: counter for _, slack, counter, _ in slacks(start)}
    for _, slack, counter, held in list(slacks(end)):
        old = before.get(slack)
        if old is None or held.const != label:
            continue
        _set(end, slack, held._replace(const=old.const))
        first, last, opening, closing = begun[slack].number, counter.number, old.number, held.number
        if first is None or last is None or opening is None or closing is None:
            continue
        rise = risen(slack, first, last)
        if rise is None or closing.low is None or opening.high is None:
            continue
        if isinstance(end.cost, Endless) or isinstance(start.cost, Endless):
            continue
        made = rise - (closing.low - opening.high)
        counted = made if made.is_never_negative else maximum(ZERO, made)  # negative only where no run comes here
        end.cost = tighter(end.cost, start.cost + counted)


def tighter(known: Cost, counted: Bound) -> Cost:
    """The smaller of two costs; where neither is shown to be, both, if that says more than the first alone."""
    if isinstance(known, Endless) or (known - counted).is_never_negative:
        return counted
    return minimum(known, counted) if known.value is None and counted.value is not None else known


def _set(state: State, slack: Cell, value: Value) -> None:
    holder, name = slack
    if isinstance(holder, int):
        state.variables[(holder, name)] = value
        return
    for ref, thing in state.things.items():
        if ref == holder:
            state.things[ref] = thing._replace(fields={**(thing.fields or {}), str(name): value})
            return


def _is_plain(counter: Value) -> bool:
    return counter.number is not None and not counter.unknown and not counter.mixed


def is_slack_label(label: Hashable) -> bool:
    return is_slack(label[0] if isinstance(label, tuple) else label)


def _is_down(slack: Hashable) -> bool:
    name = slack[0] if isinstance(slack, tuple) else slack
    return isinstance(name, str) and name.startswith(_DOWN)


def _counter_label(label: Hashable) -> Hashable:
    return (label[0][2:], label[1]) if isinstance(label, tuple) else str(label)[2:]
