"""Loops over a few functions that are written down: straight-line code, each function called in its turn."""

from __future__ import annotations

import ast

from cgr_audit.analysis.interpreter.branching import rejoined
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, Loop
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import Class, External, Function, Method, Partial, Value, under_control

__all__ = ["are_functions", "execute_unrolled"]

_MAX_UNROLLED = 8
_CALLABLE = (Class, External, Function, Method, Partial)


def are_functions(elements: list[Value] | None) -> bool:
    """Whether the elements of a sequence are known, few, and each something to call."""
    return (
        elements is not None
        and 1 < len(elements) <= _MAX_UNROLLED
        and all(isinstance(item.payload, _CALLABLE) for value in elements for item in value.values())
    )


def execute_unrolled(
    interp: Interpreter, node: ast.For | ast.AsyncFor, elements: list[Value], frame: Frame, state: State
) -> State | None:
    """Run the body for one element after the other, in their order."""
    base, breaks = state.controls, list[State]()
    current: State | None = state
    interp.lengths.append(len(elements))
    turns = interp.turns
    for turn, element in enumerate(elements):
        if current is None:
            break
        interp.turns, loop = (*turns, turn), Loop(breaks=breaks)
        interp.assign(node.target, under_control(element, current.controls), frame, current, node)
        frame.loops.append(loop)
        after = interp.execute(node.body, frame, current)
        frame.loops.pop()
        current = rejoined([*([after] if after is not None else []), *loop.continues], base)
    interp.turns = turns
    interp.lengths.pop()
    end = interp.execute(node.orelse, frame, current) if current is not None else None
    return rejoined([*([end] if end is not None else []), *breaks], base)
