"""Recursion: followed one activation after the other where an argument counts, else bounded by how an argument shrinks.

The second way studies one activation by itself, with its arguments unknown but for how a recursive call's differ from
its own. An argument that every recursive call moves by at least one towards a test that every recursive call has passed
bounds how deep the calls nest.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from fractions import Fraction

from cgr_audit.analysis.bound_algebra import ONE, ZERO, Bound, constant, maximum, minimum
from cgr_audit.analysis.call_bound import calls, counters, expressions, outside, statements
from cgr_audit.analysis.call_bound.cost import Cost, Endless, Reason, ReasonKind, add, larger
from cgr_audit.analysis.call_bound.loops import beyond_hole
from cgr_audit.analysis.call_bound.machine import Machine, Sink
from cgr_audit.analysis.call_bound.sequences import elements
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import ANY_SIZE, TOP, Closure, Frame, Range, Tag, Thing, Value, sequence
from cgr_audit.analysis.parameters import parameter_names

__all__ = ["Study", "recur"]

_DEEPEST = 24


@dataclass(slots=True)
class Study:
    """What is learnt of one activation of a recursive function."""

    token: int
    names: tuple[str, ...]
    starts: dict[str, Range]
    """The number, or the size, of each parameter in the first activation."""
    calls: list[dict[str, Range]] = field(default_factory=list)
    """The same for each recursive call met, relative to the activation's own."""


def recur(
    machine: Machine, state: State, closure: Closure, arguments: calls.Arguments, site: ast.AST, frame: Frame
) -> Value:
    """A call of a function that is running already."""
    node = closure.node
    study = machine.studied.get(node)
    if isinstance(study, Study):
        study.calls.append(_measures(machine, state, closure, arguments, study.names, frame))
        state.recursions += 1
        counters.forget(state)
        outside.escape(machine, state, arguments)
        return TOP
    if node not in machine.reaching and not _is_worth(machine, state, arguments):
        outside.escape(machine, state, arguments)
        return TOP
    depth = machine.active.count(node)
    last = machine.activations[len(machine.active) - 1 - machine.active[::-1].index(node)]
    if _is_worth(machine, state, arguments) and depth < _DEEPEST and arguments != last:
        return calls.enter(machine, state, closure, arguments, site, frame)
    return _study(machine, state, closure, arguments, frame)


def _is_worth(machine: Machine, state: State, arguments: calls.Arguments) -> bool:
    """Whether some argument is a known number, or a sequence of known length, so that tests on it decide."""
    values = (*arguments.positional, *(value for _, value in arguments.named))
    return any(
        (value.number is not None and value.number.integer is not None and not value.mixed)
        or ((value.size is not None or value.refs) and elements(machine, state, value).size.integer is not None)
        for value in values
        if not value.unknown and not value.callables
    )


def _study(machine: Machine, state: State, closure: Closure, arguments: calls.Arguments, frame: Frame) -> Value:
    """Bound what a recursive call costs, with all the calls in it."""
    node = closure.node
    names = parameter_names(node)
    starts = _measures(machine, state, closure, arguments, names, frame)
    token = machine.token()
    study = Study(token, names, starts)
    machine.studied[node] = study
    begun = state.copy()
    begun.cost = ZERO
    begun.recursions = 0
    counters.forget(begun)
    for ref, thing in list(begun.things.items()):
        begun.things[ref] = _open_thing(thing)
    own = _open_arguments(machine, begun, closure, arguments, study, frame)
    outer, machine.sink = machine.sink, Sink()
    seen = len(machine.sites_seen)
    ends, activation = _run_once(machine, begun, closure, own, frame)
    machine.sink = outer
    del machine.studied[node]
    solver_site = machine.sites_seen[seen] if len(machine.sites_seen) > seen else None
    message = "nothing bounds how deep this function calls itself"
    reason = Reason(ReasonKind.UNBOUNDED_RECURSION, node, message, solver_site)
    total = _total(study, ends, activation, reason)
    if isinstance(total, Bound) and total.grows:
        machine.growing.append(node)
    state.cost = add(state.cost, total)
    counters.forget(state)
    outside.escape(machine, state, arguments)
    for ref, thing in list(state.things.items()):
        state.things[ref] = _open_thing(thing)
    if machine.catching:
        machine.raises(state)
    return TOP


def _total(study: Study, ends: list[State], activation: Frame, reason: Reason) -> Cost:
    """The cost of an activation with all that it calls, from the ends of a single one."""
    each: Cost = ZERO
    for end in ends:
        each = larger(each, end.cost) if end.recursions else each
    most = max((end.recursions for end in ends), default=0)
    depth = _depth(study)
    costs = [end.cost for end in ends]
    if isinstance(each, Endless) or any(isinstance(cost, Endless) for cost in costs):
        whole: Cost = each
        for cost in costs:
            whole = larger(whole, cost)
        return whole
    if all(cost == ZERO for cost in costs):
        return ZERO
    if depth is None or (most > 1 and (depth.value is None or depth.value > 12)):
        return Endless(frozenset({reason}))
    if most > 1:
        levels = int(depth.value or 0)
        bottom = maximum(*(cost for cost in costs if isinstance(cost, Bound)))
        return constant(sum(most**level for level in range(levels))) * each + constant(most**levels) * bottom
    total: Cost = ZERO
    for end in ends:
        here = depth if end.recursions == 0 else maximum(ZERO, depth - ONE)
        deep = _tighter(here, study, end, activation)
        total = larger(total, add(deep * each, end.cost))
    return total


def _tighter(depth: Bound, study: Study, end: State, activation: Frame) -> Bound:
    """How deep an activation that ends here can be: its arguments have passed the tests up to here."""
    for name, start in study.starts.items():
        value = end.variables.get((activation.key, name))
        held = None if value is None or value.unknown or value.mixed else value.number or value.size
        ranges = [made.get(name) for made in study.calls]
        if held is None or held.tag is None or (held.tag.token, held.tag.cell) != (study.token, name):
            continue
        if held.tag.low != ZERO or held.tag.high != ZERO:
            continue
        steps = [
            _steps(start, replace(made, low=held.low, high=held.high), name, study.token) for made in ranges if made
        ]
        if steps and len(steps) == len(ranges) and all(step is not None for step in steps):
            depth = minimum(depth, maximum(*(step for step in steps if step is not None)))
    return depth


def _run_once(
    machine: Machine, begun: State, closure: Closure, own: calls.Arguments, frame: Frame
) -> tuple[list[State], Frame]:
    """Run one activation; its ends, by a return as by an exception."""
    node = closure.node
    activation = machine.frame(node, closure.frame, frame, node)
    machine.shared_frames.discard(activation.key)
    begun.forget(activation.key)
    calls.bind(machine, begun, replace(closure, given=(), named=()), own, activation)
    machine.active.append(node)
    machine.activations.append(own)
    if isinstance(node, ast.Lambda):
        expressions.evaluate(machine, begun, node.body, activation)
        ends = [begun]
    else:
        left = statements.run(machine, begun, node.body, activation)
        ends = [state for state, _ in machine.sink.returns]
        ends += [state for state in (left, machine.sink.raised, machine.sink.endless) if state is not None]
    machine.active.pop()
    machine.activations.pop()
    return ends, activation


def _depth(study: Study) -> Bound | None:
    """The largest number of calls nested in the first activation."""
    best: Bound | None = None
    for name in study.names:
        ranges = [made.get(name) for made in study.calls]
        start = study.starts.get(name)
        if start is None or any(held is None for held in ranges) or not ranges:
            continue
        found = [_steps(start, held, name, study.token) for held in ranges if held is not None]
        if any(steps is None for steps in found):
            continue
        deepest = ZERO
        for steps in found:
            deepest = maximum(deepest, steps or ZERO)
        if best is None or (best - deepest).is_never_negative:
            best = deepest
    return best


def _steps(start: Range, made: Range, name: str, token: int) -> Bound | None:
    """How many calls lead from the first activation to one that is made so; negative where none can be."""
    tag = made.tag
    if tag is None or (tag.token, tag.cell) != (token, name):
        return None
    made = beyond_hole(start, made, tag)
    fall = None if tag.high is None else tag.high.value
    if fall is not None and fall < 0 and made.low is not None and start.high is not None:
        return (start.high - made.low) * constant(Fraction(1) / -fall)
    rise = None if tag.low is None else tag.low.value
    if rise is not None and rise > 0 and made.high is not None and start.low is not None:
        return (made.high - start.low) * constant(Fraction(1) / rise)
    return None


def _measures(
    machine: Machine, state: State, closure: Closure, arguments: calls.Arguments, names: tuple[str, ...], frame: Frame
) -> dict[str, Range]:
    scratch = state.copy()
    activation = machine.frame(closure.node, closure.frame, frame, closure.node.args)
    calls.bind(machine, scratch, closure, arguments, activation)
    found: dict[str, Range] = {}
    for name in names:
        value = scratch.variables.get((activation.key, name))
        if value is None or value.unknown or value.mixed:
            continue
        if value.number is not None:
            found[name] = value.number
        elif value.size is not None or value.refs:
            found[name] = elements(machine, scratch, value).size
    return found


def _open_arguments(
    machine: Machine, state: State, closure: Closure, arguments: calls.Arguments, study: Study, frame: Frame
) -> calls.Arguments:
    """Arguments of any activation: numbers and sizes unknown, but known to be this activation's own."""
    activation = machine.frame(closure.node, closure.frame, frame, closure.node.args)
    scratch = state.copy()
    calls.bind(machine, scratch, closure, arguments, activation)
    named: list[tuple[str, Value]] = []
    for name in study.names:
        value = scratch.variables.get((activation.key, name), TOP)
        tag = Tag(study.token, name, ZERO, ZERO)
        if name not in study.starts:
            named.append((name, value if value.callables and not value.unknown else TOP))
        elif value.number is not None:
            named.append((name, Value(number=Range(None, None, tag))))
        else:
            named.append((name, sequence(replace(ANY_SIZE, tag=tag), TOP)))
    return calls.Arguments((), tuple(named))


def _open_thing(thing: Thing) -> Thing:
    if thing.kind == "object":
        fields = {name: value if value.callables else TOP for name, value in (thing.fields or {}).items()}
        return replace(thing, fields=fields)
    size = Range(ZERO, None)
    return Thing(thing.kind, size, TOP, TOP, fields=None, is_complete=False, grows_on_read=thing.grows_on_read)
