"""Loops: their bodies are run until nothing new can happen."""

from __future__ import annotations

import ast

from cgr_audit.analysis.domains.intervals import ANY_SIZE, Interval
from cgr_audit.analysis.interpreter.conditions import Condition, test
from cgr_audit.analysis.interpreter.consumption import drawn_from, for_each_yielded, may_be_longer
from cgr_audit.analysis.interpreter.generators import is_suspended, suspended_at
from cgr_audit.analysis.interpreter.heap import counted_elements, deep_controls, elements_of, exact_elements, length_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.iteration import iterate, unbounded_kind
from cgr_audit.analysis.interpreter.leaving_loops import skipped
from cgr_audit.analysis.interpreter.objects import Sequence
from cgr_audit.analysis.interpreter.remaining_elements import counted_down, hidden
from cgr_audit.analysis.interpreter.special_methods import iterated
from cgr_audit.analysis.interpreter.state import State, chosen_by_leaving, rejoined, survivors
from cgr_audit.analysis.interpreter.trip_counts import LoopCells, NumericCell
from cgr_audit.analysis.interpreter.unrolling import MOST_UNROLLED, are_functions, execute_unrolled
from cgr_audit.analysis.interpreter.values import (
    ITEM,
    NO_CONTROL,
    Kind,
    Reference,
    Value,
    kind_of_absence,
    known,
    merge_controls,
    opaque,
    places_of,
    single,
    under_control,
)

__all__ = ["execute_for", "execute_while", "run_for"]


def execute_for(interp: Interpreter, node: ast.For | ast.AsyncFor, frame: Frame, state: State) -> State | None:
    """A loop over elements."""
    interp.on_the_spot.add(node.iter)
    values = interp.evaluate(node.iter, frame, state)
    sources = drawn_from(interp, node.iter, state)
    end = run_for(interp, node, values, frame, state)
    if end is not None and any(may_be_longer(end.heap.get(place), found) for place, found in sources.items()):
        interp.lose(end, node)
    return end


def run_for(
    interp: Interpreter, node: ast.For | ast.AsyncFor, values: Value, frame: Frame, state: State,
    left: Interval | None = None,
) -> State | None:  # fmt: skip
    """A loop over these elements, of which so many are ``left``."""
    iterable = iterated(interp, values, node.iter, frame, state)
    if frame.activity is not None:
        _keep(node, iterable, left, frame, state)
    if is_suspended(iterable, state):
        return _run_alternatives(interp, node, iterable, frame, state)
    exact = exact_elements(iterable, state)
    if exact is not None and left is None and are_functions(exact):
        return execute_unrolled(interp, node, exact, places_of(iterable), frame, state)
    element, some, size = elements_of(iterable, state, node.target)
    some = some and left is None and length_of(iterable, state).is_positive
    if not element and not some:
        return interp.execute(node.orelse, frame, state)
    length = length_of(iterable, state) if left is None else left
    kind = kind_of_absence(size)

    def enter(head: State, cells: LoopCells) -> tuple[State, Condition]:
        fresh, _, _ = elements_of(iterable, head, node.target)
        fresh = counted_elements(iterable, fresh or element, head, cells.index)
        remaining = (frame.number, hidden("left", node))
        if frame.activity is not None and remaining in head.cells:
            grown = any(head.heap.get(place) is not state.heap.get(place) for place in places)
            head.cells[remaining] = opaque(0, number=ANY_SIZE) if grown else counted_down(head.cells[remaining])
        interp.assign(node.target, under_control(fresh, NO_CONTROL), frame, head, node)
        return head, Condition(None)

    if interp.traces.asks:
        number = deep_controls(iterable, state)
        interp.traces.decide(node.iter, size, number)
        interp.traces.decide(node, size, number)
    before = state
    places = places_of(iterable)
    with interp.repeating(None if exact is None else len(exact)):
        end = iterate(
            interp, node, frame, state.copy(), enter, lambda begun: interp.execute(node.body, frame, begun),
            certain=some, empty=kind, size=length.high, places=places,
            elements=_few_elements(iterable, exact, state) if left is None else None,
            kind=unbounded_kind(size, element, state),
        )  # fmt: skip
    if end is None and size & ITEM:
        end = before.copy(merge_controls(before.controls, skipped(node, kind)))  # an item may be empty all the same
    if end is not None and kind is Kind.FAILURE:
        survivors(before, end, skipped(node, kind), interp.asked, untested=True)
    if end is not None and kind is not Kind.NONE:
        interp.kept.add(node.iter)
        often = Kind.CONTENT if kind is Kind.FAILURE else kind
        chosen_by_leaving(before, end, {node.iter: (1, often)})
    return end


def _few_elements(iterable: Value, exact: list[Value] | None, state: State) -> list[Value] | None:
    """The elements one by one, also those that ``range`` counts; nothing if they are many, or may become more."""
    (item,) = iterable.values() if len(iterable) == 1 else (None,)
    found = state.heap[item.payload.place] if item is not None and isinstance(item.payload, Reference) else None
    if exact is not None:
        return exact if 1 < len(exact) <= MOST_UNROLLED else None
    if not isinstance(found, Sequence) or found.counts_from is None or found.kind != "range":
        return None
    count = found.length.integer
    if count is None or not 1 < count <= MOST_UNROLLED:
        return None
    first = found.counts_from.integer
    return None if first is None else [known(first + place) for place in range(count)]


def _run_alternatives(
    interp: Interpreter, node: ast.For | ast.AsyncFor, iterable: Value, frame: Frame, state: State
) -> State | None:
    """A loop over a generator, or over one of several things."""
    base, ends = state.controls, []
    for item in iterable.values():
        inner = state if len(iterable) == 1 else state.copy(merge_controls(base, item.controls))
        if suspended_at(item, inner) is not None:
            end = for_each_yielded(interp, node, item, frame, inner)
        else:
            end = run_for(interp, node, single(item), frame, inner)
        if end is not None:
            ends.append(end)
    return rejoined(ends, base)


def _keep(node: ast.For | ast.AsyncFor, iterable: Value, left: Interval | None, frame: Frame, state: State) -> None:
    """Keep what a generator needs to go on inside the loop."""
    length = length_of(iterable, state)
    for what, value in (
        ("iterable", iterable),
        ("length", opaque(0, number=length.plain)),
        ("left", opaque(0, number=length if left is None else left)),
    ):
        state.cells[(frame.number, hidden(what, node))] = value


def execute_while(interp: Interpreter, node: ast.While, frame: Frame, state: State) -> State | None:
    """A loop with a test."""

    def enter(head: State, _: LoopCells) -> tuple[State, Condition]:
        return head, test(interp, node.test, frame, head)

    with interp.repeating(None):
        return iterate(
            interp, node, frame, state, enter, lambda begun: interp.execute(node.body, frame, begun), certain=False,
            empty=Kind.NONE, below=_ordered_cells(node.test, frame),
        )  # fmt: skip


def _ordered_cells(test: ast.expr, frame: Frame) -> tuple[tuple[NumericCell, NumericCell, int], ...]:
    """The variables that a test holds in order, the smaller one first."""
    found: list[tuple[NumericCell, NumericCell, int]] = []
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
    for part in parts:
        if not isinstance(part, ast.Compare):
            continue
        for left, op, right in zip([part.left, *part.comparators[:-1]], part.ops, part.comparators, strict=True):
            if isinstance(op, ast.Gt | ast.GtE):
                left, right = right, left  # noqa: PLW2901
            if not (isinstance(left, ast.Name) and isinstance(right, ast.Name) and isinstance(op, _ORDERS)):
                continue
            found.append((_cell(left.id, frame), _cell(right.id, frame), int(isinstance(op, ast.Lt | ast.Gt))))
    return tuple(found)


def _cell(name: str, frame: Frame) -> NumericCell:
    owner = frame.owner_of(name)
    return "number", (-1 if owner is None else owner.number, name)


_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
