"""Loops: their bodies are run until nothing new can happen."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping

from cgr_audit.analysis.domains.cost import Cost, Endless, Reason, ReasonKind, add, larger
from cgr_audit.analysis.domains.intervals import Interval
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, Bound
from cgr_audit.analysis.interpreter.conditions import Condition, test
from cgr_audit.analysis.interpreter.heap import counted_elements, deep_controls, elements_of, exact_elements, length_of
from cgr_audit.analysis.interpreter.objects import values_in
from cgr_audit.analysis.interpreter.refinement import refine
from cgr_audit.analysis.interpreter.run import Exhausted, Frame, Loop, NeverReturnsError, Run
from cgr_audit.analysis.interpreter.special_methods import iterated
from cgr_audit.analysis.interpreter.state import (
    Cell,
    Place,
    State,
    chosen_by_leaving,
    meet,
    plain_join,
    survivors,
    widened,
    without,
)
from cgr_audit.analysis.interpreter.trip_counts import LoopCells
from cgr_audit.analysis.interpreter.unrolled import are_functions, execute_unrolled
from cgr_audit.analysis.interpreter.values import (
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

__all__ = ["execute_for", "execute_while", "iterate", "repeat"]

_MESSAGES = {
    ReasonKind.UNBOUNDED_LOOP: "unbounded solver calls in this loop",
    ReasonKind.NOT_FOLLOWED: "outside code may call the solver any number of times",
}
_MAX_PASSES = 16
_MAX_REFINEMENTS = 3


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

    def enter(head: State, cells: LoopCells) -> tuple[State, Condition]:
        fresh, _, _ = elements_of(iterable, head, node.target)
        fresh = counted_elements(iterable, fresh or element, head, cells.index)
        run.assign(node.target, restrained(fresh, NO_CONTROLS), frame, head, node)
        return head, Condition(None)

    if run.traces.asks:
        number = deep_controls(iterable, state)
        run.traces.decide(node.iter, size, number)
        run.traces.decide(node, size, number)
    before = state
    run.lengths.append(None if exact is None else len(exact))
    places = [item.payload.place for item in iterable.values() if isinstance(item.payload, Reference)]
    end = iterate(
        run, node, frame, state.copy(), enter, lambda begun: run.execute(node.body, frame, begun), certain=some,
        empty=kind, size=length_of(iterable, state).high, places=places,
    )  # fmt: skip
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

    def enter(head: State, _: LoopCells) -> tuple[State, Condition]:
        return head, test(run, node.test, frame, head)

    run.lengths.append(None)
    end = iterate(
        run, node, frame, state, enter, lambda begun: run.execute(node.body, frame, begun), certain=False,
        empty=Kind.NONE,
    )  # fmt: skip
    run.lengths.pop()
    return end


def iterate(
    run: Run, node: ast.AST, frame: Frame, state: State, enter: Callable[[State, LoopCells], tuple[State, Condition]],
    body: Callable[[State], State | None], *, certain: bool, empty: Kind, size: Bound | None = None,
    places: Collection[Place] = (),
) -> State | None:  # fmt: skip
    """Run a loop to its fixpoint, count its iterations, and let out what leaves it.

    Args:
        run: the run.
        node: the loop.
        frame: the frame that runs it.
        state: before the loop.
        enter: begins an iteration: binds the target or makes the test.
        body: the rest of the iteration.
        certain: whether the first iteration certainly takes place.
        empty: what it says that there was no iteration.
        size: how many iterations the iterable allows.
        places: the objects that are iterated over; where the body makes one longer, ``size`` says nothing.
    """
    base, asks, left = state.controls, run.traces.asks, run.exits
    sites = len(run.sites)
    cells = LoopCells(state, run.next_loop(), size)
    head, loop = state.copy(), Loop()
    head.cost = ZERO
    exits: list[State] = []
    ends: list[State] = []
    begins, is_settled, refinements = False, False, 0
    replaced: Mapping[Cell, Collection[object]] = {}
    outer_recorded, run.recorded = run.recorded, []
    run.loop_depth += 1
    for number in range(_MAX_PASSES):
        loop = Loop(inner=loop.inner, escaped=loop.escaped, leaving=loop.leaving)
        returned = len(frame.returns)
        run.recorded = []
        frame.loops.append(loop)
        inner, condition = enter(head.copy(base), cells)
        begins = begins or (not number and condition.truth is True)
        exits = []
        if condition.truth is not True and isinstance(node, ast.While):
            failing = refine(run, node.test, False, frame, inner.copy(merge_controls(base, condition.fails)))
            exits += [] if failing is None else [failing]
        after: State | None = None
        if condition.truth is not False:
            run.iterating += 1
            begun = _entered(run, node, frame, inner.copy(merge_controls(base, condition.holds)))
            after = None if begun is None else body(begun)
            run.iterating -= 1
        frame.loops.pop()
        ends = [*([after] if after is not None else []), *loop.continues]
        if not number and (certain or begins):
            replaced = _replaced(state, [*ends, *loop.breaks])
        if not isinstance(node, ast.While):
            exits = list(ends)
            if not certain:
                exits.append(head.copy(base if number else merge_controls(base, _skipped(node, empty))))
        following = _following(head, ends, base, condition)
        if following is None:
            break
        if not is_settled:
            following = cells.opened(head, widened(head, following))
            following.cost = ZERO
            is_settled = following.same_as(head)
            if not is_settled:
                del frame.returns[returned:]
                head = following
                continue
        back = meet(ends, base)
        if any(cells.grows(place, head, back) for place in places):
            cells.size = None
        before = cells.rounds, cells.moved
        cells.read(head, back)
        if refinements >= _MAX_REFINEMENTS or (cells.rounds, cells.moved) == before or not cells.moved:
            break
        placed = cells.placed(head, back)
        placed.cost = ZERO
        if placed.same_as(head):
            break
        refinements += 1
        del frame.returns[returned:]
        head = placed
    else:
        raise Exhausted
    recorded, run.recorded = run.recorded, outer_recorded
    run.loop_depth -= 1
    if begins and exits and ends and isinstance(node, ast.While):
        # the first round is certain, so that only what a round leaves comes to the test that ends the loop
        last, condition = enter(meet(ends, base), cells)
        failing = refine(run, node.test, False, frame, last.copy(merge_controls(base, condition.fails)))
        exits = [] if failing is None else [failing]
    for state_left in (*exits, *loop.breaks):
        _drop(replaced, state_left)
    _charge(run, node, cells, state, ends, [*exits, *loop.breaks], recorded, sites)
    if run.traces.asks > asks:
        run.traces.leaving.update(loop.leaving, [node.test] if isinstance(node, ast.While) else [])
    end = _leave(run, node, frame, state, loop, exits, base)
    if end is not None and not loop.breaks and run.exits == left:
        end.controls = base  # there is no other way out
    return end


def repeat(
    run: Run, node: ast.AST, state: State, times: Interval, body: Callable[[State], None],
    kind: ReasonKind = ReasonKind.UNBOUNDED_LOOP,
) -> None:  # fmt: skip
    """Run what a library function or a comprehension runs so many times; ``state`` is what it is afterwards.

    Raises:
        NeverReturnsError: the first time certainly takes place and never ends.
    """
    if times.high == ZERO:
        return
    first = state.copy()
    first.cost = ZERO
    outer_recorded, run.recorded = run.recorded, []
    sites, depth = len(run.sites), run.loop_depth
    run.loop_depth += 1
    try:
        body(first)
        is_over = False
    except NeverReturnsError:
        is_over = True
    changes_nothing = not is_over and first.cost == ZERO and first.same_as(state) and not run.recorded
    if changes_nothing:
        run.recorded, run.loop_depth = outer_recorded, depth
        return
    cells = LoopCells(state, run.next_loop(), times.high)
    head, back = state.copy(), None if is_over else first
    head.cost = ZERO
    is_settled = refinements = 0
    for _ in range(0 if times.high == ONE or is_over else _MAX_PASSES):
        assert back is not None
        if not is_settled:
            following = cells.opened(head, widened(head, plain_join([head, back], state.controls)))
            following.cost = ZERO
            is_settled = int(following.same_as(head))
            head = following
        if is_settled:
            before = cells.rounds, cells.moved
            cells.read(head, back)
            if refinements >= _MAX_REFINEMENTS or (cells.rounds, cells.moved) == before or not cells.moved:
                break
            placed = cells.placed(head, back)
            placed.cost = ZERO
            if placed.same_as(head):
                break
            refinements, head = refinements + 1, placed
        back = head.copy()
        run.recorded = []
        try:
            body(back)
        except NeverReturnsError:
            back = None
            break
    else:
        if not (times.high == ONE or is_over):
            raise Exhausted
    recorded, run.recorded, run.loop_depth = run.recorded, outer_recorded, depth
    exits = [] if back is None else [back]
    if not times.is_positive:
        skipped = state.copy()
        skipped.cost = ZERO
        exits.append(skipped)
    _charge(run, node, cells, state, [] if back is None else [back], exits, recorded, sites, kind)
    if not exits:
        raise NeverReturnsError
    state.become(plain_join(exits, state.controls))


def _charge(
    run: Run, node: ast.AST, cells: LoopCells, start: State, ends: list[State], exits: list[State],
    recorded: list[State], sites: int, kind: ReasonKind = ReasonKind.UNBOUNDED_LOOP,
) -> None:  # fmt: skip
    """Count the solver calls of all iterations in every state that leaves the loop."""
    each: Cost = ZERO
    for end in ends:
        each = larger(each, end.cost)
    site = run.sites[sites] if len(run.sites) > sites else None
    reason = Reason(kind, node, _MESSAGES[kind], site)
    if each != ZERO and cells.rounds is not None and cells.rounds.grows:
        run.growing.append(node)
    seen: set[int] = set()
    for left in (*exits, *recorded):
        if id(left) in seen:
            continue
        seen.add(id(left))
        rounds = cells.rounds_before(left) if ends else ZERO
        left.cost = add(start.cost, cells.total(each, rounds, left.cost, reason))
        cells.leave(left, rounds)
    for left in recorded:
        run.record(left)
    if ends and not exits:
        run.reached = larger(run.reached, add(start.cost, cells.total(each, cells.earlier, ZERO, reason)))
    elif ends and cells.rounds is None and each != ZERO:
        run.reached = larger(run.reached, Endless(frozenset({reason})))


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


def _entered(run: Run, node: ast.AST, frame: Frame, state: State) -> State | None:
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
    run: Run, node: ast.AST, frame: Frame, before: State, loop: Loop,
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
        end = run.execute(getattr(node, "orelse", []), frame, end)
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
