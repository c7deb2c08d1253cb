"""Methods that change a container which the program did not make, such as the item's options."""

from __future__ import annotations

import ast

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.heap import elements_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.objects import Mapped, map_values
from cgr_audit.analysis.interpreter.outside_objects import keep, rearrange
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.subscripts import named_by
from cgr_audit.analysis.interpreter.values import (
    FIRST_MARK,
    ITEM,
    AbstractValue,
    External,
    Reference,
    Value,
    known,
    opaque,
    single,
)

__all__ = ["change_outside", "forget_sizes", "sort_outside"]

_ADDING = frozenset(("add", "append", "appendleft", "insert"))
_EXTENDING = frozenset(("__iadd__", "extend", "extendleft"))
_STORING = frozenset(("__setitem__", "setdefault"))


def change_outside(receiver: AbstractValue, name: str, given: Arguments, node: ast.AST, state: State) -> None:
    """Keep what a method stores in the receiver, and what decided which elements it takes out, or in which order."""
    if name in _ADDING and given.positional:
        keep(receiver, None, given.positional[-1], state)
    elif name in _EXTENDING and given.positional:
        keep(receiver, None, elements_of(given.positional[0], state)[0], state)
    elif name in _STORING and len(given.positional) == 2:
        keep(receiver, given.positional[0], given.positional[1], state)
    elif name == "update":
        for key, value in given.named.items():
            keep(receiver, known(key), value, state)
        for value in given.positional:
            _update(receiver, value, state)
    else:
        _arrange(receiver, given.all, node, state)


def sort_outside(
    interp: Interpreter, receiver: AbstractValue, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Value:
    """``options.sort(key=f)``."""
    given = Arguments([single(receiver)], given.named)
    made = interp.call(single(AbstractValue(External("builtins.sorted"))), given, node, frame, state)
    _arrange(receiver, [elements_of(made, state)[0]], node, state)
    return known(None)


def _update(receiver: AbstractValue, value: Value, state: State) -> None:
    for item in value.values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if isinstance(found, Mapped):
            for key, part in found.entries.items():
                keep(receiver, known(key), part, state)
            others = found.other_values
        else:
            others = elements_of(single(item), state)[0]
        if others:
            keep(receiver, opaque(0), others, state)


def _arrange(receiver: AbstractValue, values: list[Value], node: ast.AST, state: State) -> None:
    rearrange(receiver, *named_by(values, state), node, state)


def forget_sizes(interp: Interpreter, receiver: AbstractValue, node: ast.AST, state: State) -> None:
    """The size of something opaque stands with each value that is the same object: none of them is right any more."""
    source = receiver.taint % FIRST_MARK
    if interp.loop_depth or source == ITEM:
        interp.give_up(state, node, "cannot tell how many elements this loop has")
        return

    def unsized(_: Value, value: Value) -> Value:
        if not any(item.size is not None and item.taint % FIRST_MARK == source for item in value.values()):
            return value
        return {key: item.measured(item.number) for key, item in value.items()}

    for cell, value in state.cells.items():
        state.cells[cell] = unsized(value, value)
    for place, found in state.heap.items():
        state.heap[place] = map_values(found, found, unsized)
