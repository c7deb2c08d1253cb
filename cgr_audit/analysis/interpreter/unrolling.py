"""Short loops: run iteration by iteration where that may say more than their trip count, or calls other functions."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace

from cgr_audit.analysis.domains.cost import Cost, larger
from cgr_audit.analysis.domains.polynomials import ZERO
from cgr_audit.analysis.index import names_in
from cgr_audit.analysis.interpreter.conditions import Condition
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, Loop
from cgr_audit.analysis.interpreter.loop_body import LoopBody, apart
from cgr_audit.analysis.interpreter.state import Place, State, plain_join, rejoined
from cgr_audit.analysis.interpreter.trip_counts import LoopCells
from cgr_audit.analysis.interpreter.values import Class, External, Function, Method, Partial, Value, under_control

__all__ = ["MOST_UNROLLED", "are_functions", "execute_unrolled", "unrolled_cost"]

MOST_UNROLLED = 12
_MOST_FUNCTIONS = 8
_CALLABLE = (Class, External, Function, Method, Partial)
_LOOPS = (ast.While, ast.For, ast.AsyncFor)


def are_functions(elements: list[Value] | None) -> bool:
    """Whether the elements of a sequence are known, few, and each something to call."""
    return (
        elements is not None
        and 1 < len(elements) <= _MOST_FUNCTIONS
        and all(isinstance(item.payload, _CALLABLE) for value in elements for item in value.values())
    )


def execute_unrolled(
    interp: Interpreter, node: ast.For | ast.AsyncFor, elements: list[Value], places: Iterable[Place], frame: Frame,
    state: State,
) -> State | None:  # fmt: skip
    """Run the body for one element after the other, in their order; ``places`` are where they stand."""
    base, breaks = state.controls, list[State]()
    begun = [(place, state.heap.get(place)) for place in places]
    current: State | None = state
    turns = interp.turns
    with interp.repeating(len(elements)):
        try:
            for turn, element in enumerate(elements):
                if current is None:
                    break
                interp.turns, loop = (*turns, turn), Loop(breaks=breaks)
                interp.assign(node.target, under_control(element, current.controls), frame, current, node)
                frame.loops.append(loop)
                after = interp.execute(node.body, frame, current)
                frame.loops.pop()
                current = rejoined([*([after] if after is not None else []), *loop.continues], base)
        finally:
            interp.turns = turns
    if current is not None and any(current.heap.get(place) is not found for place, found in begun):
        interp.lose(current, node)
    end = interp.execute(node.orelse, frame, current) if current is not None else None
    return rejoined([*([end] if end is not None else []), *breaks], base)


def unrolled_cost(whole: LoopBody, state: State, elements: list[Value] | None) -> tuple[int, Cost] | None:
    """How many iterations a short loop has, and what the most expensive path through them costs.

    Discards everything else. Gives ``None`` if they are many, or all alike.
    """
    node = whole.node
    if isinstance(node, ast.While):
        has_loop = any(isinstance(part, _LOOPS) for one in node.body for part in ast.walk(one))
        return None if whole.cells.rounds is not None or has_loop else _unrolled(whole, state)
    if elements is None or not isinstance(node, ast.For | ast.AsyncFor) or not _is_decisive(whole.interp, node):
        return None
    target, remaining = node.target, iter(elements)

    def take(current: State, _: LoopCells) -> tuple[State, Condition]:
        element = next(remaining, None)
        if element is None:
            return current, Condition(False)
        whole.interp.assign(target, element, whole.frame, current, node)
        return current, Condition(None)

    return _unrolled(replace(whole, enter=take), state)


def _unrolled(whole: LoopBody, state: State) -> tuple[int, Cost] | None:
    interp, current = whole.interp, state.cost_free()
    cost: Cost = ZERO
    with apart(interp, whole.frame):
        for done in range(MOST_UNROLLED + 1):
            ran = whole.run(current, state.controls, Loop())
            for one in ran.left:
                cost = larger(cost, one.cost)
            if not ran.ends:
                for one in interp.recorded:
                    cost = larger(cost, one.cost)
                return done + ran.is_entered, cost
            current = plain_join(ran.ends, state.controls)
    return None


def _is_decisive(interp: Interpreter, node: ast.For | ast.AsyncFor) -> bool:
    """Whether what a loop does may differ from element to element: its target decides, counts, or is called."""
    known = interp.effects.get(node)
    if known is None:
        names = names_in(node.target)
        known = any(names_in(part) & names for part in _deciding(node.body))
        interp.effects[node] = known
    return known


def _deciding(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """The expressions of a body that decide what runs, and how often."""
    for part in (part for statement in body for part in ast.walk(statement)):
        match part:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
                yield test
            case ast.For(iter=iterable) | ast.comprehension(iter=iterable):
                yield iterable
                yield from getattr(part, "ifs", ())
            case ast.BoolOp() | ast.Subscript() | ast.Match():
                yield part
            case ast.Call(func=ast.Name(), args=args):
                yield from (one for one in args if isinstance(one, ast.Name))
            case ast.Call(func=function):
                yield function
