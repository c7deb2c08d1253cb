"""Loops: their bodies are run until nothing new can happen."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping

from cgr_audit.analysis.provenance.conditions import Condition, test
from cgr_audit.analysis.provenance.heap import deep_controls, elements_of, exact_elements
from cgr_audit.analysis.provenance.objects import values_in
from cgr_audit.analysis.provenance.refinement import refine
from cgr_audit.analysis.provenance.run import Exhausted, Frame, Loop, Run
from cgr_audit.analysis.provenance.special_methods import iterated
from cgr_audit.analysis.provenance.state import (
    Cell,
    Place,
    State,
    chosen_by_leaving,
    meet,
    survivors,
    widened,
    without,
)
from cgr_audit.analysis.provenance.unrolled import are_functions, execute_unrolled
from cgr_audit.analysis.provenance.values import (
    ITEM,
    NO_CONTROLS,
    NOTHING,
    SOLVER,
    UNKNOWN,
    Controls,
    Kind,
    Reference,
    Value,
    merge_controls,
    restrained,
)

__all__ = ["execute_for", "execute_while"]

_MAX_PASSES = 10


def execute_for(run: Run, node: ast.For | ast.AsyncFor, frame: Frame, state: State) -> State | None:
    """A loop over elements."""
    iterable = iterated(run, run.evaluate(node.iter, frame, state), node.iter, frame, state)
    exact = exact_elements(iterable, state)
    if exact is not None and are_functions(exact):
        return execute_unrolled(run, node, exact, frame, state)
    element, some, size = elements_of(iterable, state, node.target)
    if not element and not some:
        return run.execute(node.orelse, frame, state)
    kind = (
        Kind.FAILURE if size & SOLVER else Kind.UNKNOWN if size & UNKNOWN else Kind.ITEM if size & ITEM else Kind.NONE
    )

    def enter(head: State) -> tuple[State, Condition]:
        fresh, _, _ = elements_of(iterable, head, node.target)
        run.assign(node.target, restrained(fresh or element, NO_CONTROLS), frame, head, node)
        return head, Condition(None)

    if run.traces.asks:
        number = deep_controls(iterable, state)
        run.traces.decide(node.iter, size, number)
        run.traces.decide(node, size, number)
    before = state
    run.lengths.append(None if exact is None else len(exact))
    end = _iterate(run, node, frame, state.copy(), enter, certain=some, empty=kind)
    run.lengths.pop()
    if end is None and size & ITEM:
        end = before.copy(merge_controls(before.controls, _skipped(node, kind)))  # an item may be empty all the same
    if end is not None and kind is Kind.FAILURE:
        survivors(before, end, _skipped(node, kind), run.asked, untested=True)
    if end is not None and kind is not Kind.NONE:
        run.kept.add(node.iter)
        often = Kind.CONTENT if kind is Kind.FAILURE else kind
        chosen_by_leaving(before, end, {node.iter: (1, often)})
    return end


def execute_while(run: Run, node: ast.While, frame: Frame, state: State) -> State | None:
    """A loop with a test."""

    def enter(head: State) -> tuple[State, Condition]:
        return head, test(run, node.test, frame, head)

    run.lengths.append(None)
    end = _iterate(run, node, frame, state, enter, certain=False, empty=Kind.NONE)
    run.lengths.pop()
    return end


def _iterate(
    run: Run, node: ast.For | ast.AsyncFor | ast.While, frame: Frame, state: State,
    enter: Callable[[State], tuple[State, Condition]], *, certain: bool, empty: Kind,
) -> State | None:  # fmt: skip
    base, asks, left = state.controls, run.traces.asks, run.exits
    head, loop = state, Loop()
    exits: list[State] = []
    ends: list[State] = []
    begins = False
    replaced: Mapping[Cell, Collection[object]] = {}
    for number in range(_MAX_PASSES):
        loop = Loop(inner=loop.inner, escaped=loop.escaped, leaving=loop.leaving)
        returned = len(frame.returns)
        frame.loops.append(loop)
        inner, condition = enter(head.copy(base))
        begins = begins or (not number and condition.truth is True)
        exits = []
        if condition.truth is not True and not isinstance(node, ast.For | ast.AsyncFor):
            exits.append(refine(run, node.test, False, frame, inner.copy(merge_controls(base, condition.fails))))
        after: State | None = None
        if condition.truth is not False:
            run.iterating += 1
            after = run.execute(
                node.body, frame, _entered(run, node, frame, inner.copy(merge_controls(base, condition.holds)))
            )
            run.iterating -= 1
        frame.loops.pop()
        ends = [*([after] if after is not None else []), *loop.continues]
        if not number and (certain or begins):
            replaced = _replaced(state, [*ends, *loop.breaks])
        following = _following(head, ends, base, condition)
        if isinstance(node, ast.For | ast.AsyncFor):
            exits = list(ends)
            if not certain:
                exits.append(head.copy(base if number else merge_controls(base, _skipped(node, empty))))
        if following is None:
            break
        following = widened(head, following)
        if following.same_as(head):
            break
        del frame.returns[returned:]
        head = following
    else:
        raise Exhausted
    if begins and exits and ends and isinstance(node, ast.While):
        # the first round is certain, so that only what a round leaves comes to the test that ends the loop
        last, condition = enter(meet(ends, base))
        exits = [refine(run, node.test, False, frame, last.copy(merge_controls(base, condition.fails)))]
    for state_left in (*exits, *loop.breaks):
        _drop(replaced, state_left)
    if run.traces.asks > asks:
        run.traces.leaving.update(loop.leaving, [node.test] if isinstance(node, ast.While) else [])
    end = _leave(run, node, frame, state, loop, exits, base)
    if end is not None and not loop.breaks and run.exits == left:
        end.controls = base  # there is no other way out
    return end


def _replaced(before: State, ends: list[State]) -> dict[Cell, Collection[object]]:
    """What certainly no variable holds any more after the first round of a loop, by the variable that held it."""
    found: dict[Cell, Collection[object]] = {}
    held: list[Value] = []
    for cell, value in before.cells.items():
        if any(end.cells.get(cell) is value for end in ends):
            continue
        gone = [key for key in value if not any(key in end.cells.get(cell, NOTHING) for end in ends)]
        if gone and not held:
            held = [value for end in ends for value in _held(end)]
        gone = [key for key in gone if not any(key in other for other in held)]
        if gone:
            found[cell] = gone
    return found


def _held(state: State) -> list[Value]:
    """The values of all variables, and of the parts of all objects that these lead to."""
    held = list(state.cells.values())
    seen: set[Place] = set()
    for value in held:  # which grows on the way
        for item in value.values():
            if isinstance(item.payload, Reference) and item.payload.place not in seen:
                seen.add(item.payload.place)
                held.extend(values_in(state.heap[item.payload.place]))
    return held


def _drop(replaced: Mapping[Cell, Collection[object]], state: State) -> None:
    """Leave out what the first round of a loop replaced for certain."""
    for cell, gone in replaced.items():
        value = state.cells.get(cell, NOTHING)
        kept = {key: item for key, item in value.items() if key not in gone}
        if kept and len(kept) < len(value):
            state.cells[cell] = kept


def _entered(run: Run, node: ast.For | ast.AsyncFor | ast.While, frame: Frame, state: State) -> State:
    return refine(run, node.test, True, frame, state) if isinstance(node, ast.While) else state


def _skipped(node: ast.AST, kind: Kind) -> Controls:
    return {node: (1, kind)} if kind is not Kind.NONE else NO_CONTROLS


def _following(head: State, ends: list[State], base: Controls, condition: Condition) -> State | None:
    """The state before the next iteration: the one before this, or what this left."""
    if not ends:
        return None
    marks = [condition.fails, *(without(end.controls, base) for end in ends)]
    return meet([head, *ends], base, marks)


def _leave(
    run: Run, node: ast.For | ast.AsyncFor | ast.While, frame: Frame, before: State, loop: Loop,
    exits: list[State], base: Controls,
) -> State | None:  # fmt: skip
    """Where the paths out of a loop meet: its end, and its ``break`` statements."""
    end: State | None = None
    if exits:
        gained: Controls = NO_CONTROLS
        for state in exits:
            gained = merge_controls(gained, without(state.controls, base))
        end = meet(exits, base)
        kind = _exhausted(gained)
        mark: Controls = {node: (1, kind)} if kind is not Kind.NONE else NO_CONTROLS
        end.controls = merge_controls(merge_controls(base, gained), mark)
        survivors(before, end, {node: (1, Kind.FAILURE)}, run.asked)
        chosen_by_leaving(before, end, gained)
        end = run.execute(node.orelse, frame, end)
    for state in loop.breaks:
        chosen_by_leaving(before, state, without(state.controls, base))
        state.controls = merge_controls(state.controls, {node: (-1, Kind.NONE)})
    states = [*([end] if end is not None else []), *loop.breaks]
    if not states:
        return None
    met = meet(states, base)
    own: set[ast.AST] = {node.test} if isinstance(node, ast.While) and not _ran_out(node, exits) else set()
    own |= loop.inner - loop.escaped
    if loop.breaks:
        own.add(node)
    for state in states:
        escapes = {
            place: control for place, control in without(state.controls, base).items() if place not in own
        }  # fmt: skip
        met.controls = merge_controls(met.controls, escapes)
    left = without(met.controls, base)
    if not any(place is not node or kind is Kind.FAILURE for place, (_, kind) in left.items()):
        met.controls = base
    return met


def _ran_out(node: ast.While, exits: list[State]) -> bool:
    """Whether the test of a loop fails because time or attempts ran out."""
    return bool(exits) and exits[0].controls.get(node.test, (0, Kind.NONE))[1] is Kind.FAILURE


def _exhausted(gained: Controls) -> Kind:
    """What it says that a loop ran to its end although tests inside could have left it."""
    kinds = [kind for _, kind in gained.values()]
    if any(kind.of_solver for kind in kinds):
        return Kind.FAILURE
    return max(kinds, default=Kind.NONE)
