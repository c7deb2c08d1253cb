"""Recursion: followed one activation after the other where an argument counts, else bounded by how an argument shrinks.

The second way studies one activation by itself, with its arguments unknown but for how a recursive call's differ from
its own. An argument that every recursive call moves by at least one towards a test that every recursive call has passed
bounds how deep the calls nest.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction

from cgr_audit.analysis.call_bound import activations, counters, expressions, outside, statements
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.bound_algebra import ONE, ZERO, Bound, constant, maximum, minimum
from cgr_audit.analysis.call_bound.cost import Cost, Endless, Reason, ReasonKind, add, larger
from cgr_audit.analysis.call_bound.loop_rounds import beyond_hole
from cgr_audit.analysis.call_bound.machine import Machine, Sink, TooLarge
from cgr_audit.analysis.call_bound.sequences import at_least_zero, elements
from cgr_audit.analysis.call_bound.state import State, is_cached
from cgr_audit.analysis.call_bound.values import ANY_SIZE, TOP, Closure, Frame, Range, Ref, Tag, Thing, Value, sequence
from cgr_audit.analysis.calls.parameters import parameter_names

__all__ = ["Study", "begin", "recur"]

_DEEPEST = 24
_ATTEMPTS = 8


@dataclass(slots=True)
class Taken:
    """What is taken for granted of every activation, until a recursive call shows that it does not hold."""

    fixed: set[str]
    """Parameters that are what they were in the first."""
    positive: set[str]
    """Parameters that are at least 1."""
    opened: set[Hashable] = field(default_factory=set)
    """Things and variables of which nothing is taken for granted."""


@dataclass(slots=True)
class Study:
    """What is learnt of one activation of a recursive function."""

    token: int
    names: tuple[str, ...]
    starts: dict[str, Range]
    """The number, or the size, of each parameter in the first activation."""
    taken: Taken
    begun: State = field(default_factory=State)
    """The state in which the activation under study begins."""
    activation: int = 0
    """The key of its frame."""
    wrong: set[Hashable] = field(default_factory=set)
    """What was taken for granted and turns out not to hold."""
    own: dict[str, Value] = field(default_factory=dict)
    """The parameters in the activation under study."""
    calls: list[dict[str, Range]] = field(default_factory=list)
    """The same for each recursive call met, relative to the activation's own."""


def recur(machine: Machine, state: State, closure: Closure, arguments: Arguments, site: ast.AST, frame: Frame) -> Value:
    """A call of a function that is running already."""
    node = closure.node
    study = machine.studied.get(node)
    if isinstance(study, Study):
        _note_call(machine, state, closure, arguments, study, frame)
        state.recursions += 1
        counters.forget(state)
        return TOP
    if node not in machine.reaching and (machine.is_idle() or not _is_worth(machine, state, arguments)):
        outside.escape(machine, state, arguments)
        return TOP
    depth = machine.active.count(node)
    last = machine.activations[len(machine.active) - 1 - machine.active[::-1].index(node)]
    if _is_worth(machine, state, arguments) and arguments != last:
        if depth >= _DEEPEST:
            raise TooDeep(node)
        if depth > 1:
            return activations.enter(machine, state, closure, arguments, site, frame)
        way = state.copy()
        value = _unrolled(machine, way, closure, arguments, site, frame)
        if value is not None:
            state.become(way)
            return value
    return _study(machine, state, closure, arguments, frame)


def begin(machine: Machine, state: State, closure: Closure, arguments: Arguments, frame: Frame) -> Value | None:
    """The first call of a function that calls itself, bounded as a whole; nothing where that says too little."""
    node = closure.node
    if node not in machine.graph.callees(node) or node not in machine.reaching or node in machine.studied:
        return None
    if _is_worth(machine, state, arguments):
        return None
    way, seen, growing = state.copy(), len(machine.sites_seen), len(machine.growing)
    outer, machine.sink = machine.sink, Sink()
    value = _study(machine, way, closure, arguments, frame)
    inner, machine.sink = machine.sink, outer
    if isinstance(way.cost, Endless):
        del machine.sites_seen[seen:], machine.growing[growing:]
        return None
    outer.take_failures(inner)
    state.become(way)
    return value


class TooDeep(Exception):  # noqa: N818  not an error: the recursion is bounded in another way
    """A function calls itself too often to be followed one activation after the other."""


def _unrolled(
    machine: Machine, state: State, closure: Closure, arguments: Arguments, site: ast.AST, frame: Frame
) -> Value | None:
    """Follow a recursion to its end; nothing where that is too far."""
    sink, running, catching = machine.sink, len(machine.active), machine.catching
    studied = dict(machine.studied)
    try:
        return activations.enter(machine, state, closure, arguments, site, frame)
    except TooDeep as reached:
        if reached.args[0] is not closure.node:
            raise
    machine.sink, machine.catching, machine.studied, machine.moving = sink, catching, studied, None
    del machine.active[running:], machine.activations[running:]
    return None


def _is_worth(machine: Machine, state: State, arguments: Arguments) -> bool:
    """Whether some argument is a known number, or a sequence of known length, so that tests on it decide."""
    values = (*arguments.positional, *(value for _, value in arguments.named))
    return any(
        (value.number is not None and value.number.integer is not None and not value.mixed)
        or ((value.size is not None or value.refs) and elements(machine, state, value).size.integer is not None)
        for value in values
        if not value.unknown and not value.callables
    )


def _study(machine: Machine, state: State, closure: Closure, arguments: Arguments, frame: Frame) -> Value:
    """Bound what a recursive call costs, with all the calls in it."""
    node = closure.node
    names = parameter_names(node)
    starts = _measures(machine, state, closure, arguments, names, frame)
    seen = len(machine.sites_seen)
    positive = {name for name, held in starts.items() if _is_positive(held)}
    taken = Taken(set(names), positive)
    for _ in range(_ATTEMPTS):
        study = Study(machine.token(), names, starts, taken)
        ends, activation = _studied(machine, state, closure, arguments, study, frame)
        if not study.wrong:
            break
        taken = _less(taken, study.wrong)
    else:
        raise TooLarge
    solver_site = machine.sites_seen[seen] if len(machine.sites_seen) > seen else None
    message = "nothing bounds how deep this function calls itself"
    reason = Reason(ReasonKind.UNBOUNDED_RECURSION, node, message, solver_site)
    total = _total(study, ends, activation, reason)
    if isinstance(total, Bound) and total.grows:
        machine.growing.append(node)
    state.cost = add(state.cost, total)
    counters.forget(state)
    _open(state, taken.opened)
    if machine.catching:
        machine.raises(state)
    return TOP


def _studied(
    machine: Machine, state: State, closure: Closure, arguments: Arguments, study: Study, frame: Frame
) -> tuple[list[State], Frame]:
    """Run one activation by itself, from a state like any in which it may begin."""
    begun = state.copy()
    begun.cost = ZERO
    begun.recursions = 0
    counters.forget(begun)
    own = _open_arguments(machine, begun, closure, arguments, study, frame)
    _open(begun, study.taken.opened)
    _tag(begun, study.token)
    study.begun = begun.copy()
    machine.studied[closure.node] = study
    outer, machine.sink = machine.sink, Sink()
    ends, activation = _run_once(machine, begun, closure, own, study, frame)
    machine.sink = outer
    del machine.studied[closure.node]
    for end in ends:
        study.wrong |= _changed(study, end)
    return ends, activation


def _less(taken: Taken, wrong: set[Hashable]) -> Taken:
    """Take less for granted; whether a parameter stays positive is asked again where it was wrongly taken for fixed."""
    positive = {name for name in taken.positive if ("positive", name) not in wrong or ("fixed", name) in wrong}
    fixed = {name for name in taken.fixed if ("fixed", name) not in wrong}
    places = {place for place in wrong if not isinstance(place, tuple) or place[0] not in {"positive", "fixed"}}
    return Taken(fixed, positive, taken.opened | places)


def _open(state: State, places: set[Hashable]) -> None:
    """Forget what is kept in some places."""
    for place in places:
        if isinstance(place, Ref):
            if place in state.things:
                state.things[place] = _open_thing(state.things[place])
        else:
            state.variables[place] = TOP  # type: ignore[index]


def _tag(state: State, token: int) -> None:
    """Mark every number and size, so that those that are only compared are not taken for changed."""
    for variable, value in state.variables.items():
        if value.number is not None:
            held = value.number._replace(tag=Tag(token, variable, ZERO, ZERO))
            state.variables[variable] = value._replace(number=held)
    for ref, thing in state.things.items():
        state.things[ref] = thing._replace(size=thing.size._replace(tag=Tag(token, ref, ZERO, ZERO)))


def _changed(study: Study, state: State) -> set[Hashable]:
    """The things, and the variables outside the activation, that are not what they were when it began."""
    found: set[Hashable] = set()
    for ref, thing in study.begun.things.items():
        now = state.things.get(ref)
        if now is not thing and (now is None or now.size.tag != thing.size.tag or _rest(now) != _rest(thing)):
            found.add(ref)
    for variable, value in state.variables.items():
        old = study.begun.variables.get(variable)
        if variable[0] == study.activation or value is old or counters.is_slack_label(variable[1]):
            continue
        if old is None or _tag_of(value) != _tag_of(old) or value._replace(number=None) != old._replace(number=None):
            found.add(variable)
    return found - study.taken.opened


def _rest(thing: Thing) -> Thing:
    return thing._replace(size=ANY_SIZE)


def _tag_of(value: Value) -> Tag | None:
    return None if value.number is None else value.number.tag


def _note_call(
    machine: Machine, state: State, closure: Closure, arguments: Arguments, study: Study, frame: Frame
) -> None:
    """What a recursive call says of the activation that it begins."""
    measures = _measures(machine, state, closure, arguments, study.names, frame)
    study.calls.append(measures)
    study.wrong |= _changed(study, state)
    bound = _bound(machine, state, closure, arguments, frame)
    for name in study.names:
        value, held = bound[name], measures.get(name)
        if name in study.taken.positive and (held is None or not _is_positive(held)):
            study.wrong.add(("positive", name))
        if name in study.taken.fixed and not _is_same(value, study.own[name]):
            study.wrong.add(("fixed", name))
        if name not in study.taken.fixed:
            study.wrong |= {ref for ref in value.refs if ref in study.begun.things} - study.taken.opened
            machine.forget_things(state, value)


def _is_positive(held: Range) -> bool:
    """Whether a number or size is at least 1."""
    if held.low is None or not held.low.is_never_negative:
        return False
    return held.hole == ZERO or (held.low - ONE).is_never_negative


def _is_same(value: Value, own: Value) -> bool:
    """Whether a recursive call passes on what it was given, which may have been compared with something."""
    if value.number is not None and own.number is not None and value.number.tag == own.number.tag:
        value, own = value._replace(number=None), own._replace(number=None)
    return value == own and not value.unknown


def _bound(machine: Machine, state: State, closure: Closure, arguments: Arguments, frame: Frame) -> dict[str, Value]:
    """The value of each parameter."""
    scratch = state.copy()
    activation = machine.frame(closure.node, closure.frame, frame, closure.node.args)
    activations.bind(machine, scratch, closure, arguments, activation)
    return {name: scratch.variables.get((activation.key, name), TOP) for name in parameter_names(closure.node)}


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
        if end.recursions:  # it is not the deepest, and costs no more than any of those around it
            total = larger(total, at_least_zero(depth) * each)
        else:
            total = larger(total, add(_tighter(depth, study, end, activation) * each, end.cost))
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
        steps = [_steps_to(start, held, made, name, study.token) for made in ranges if made]
        if steps and len(steps) == len(ranges) and all(step is not None for step in steps):
            depth = minimum(depth, maximum(*(step for step in steps if step is not None)))
    return depth


def _steps_to(start: Range, held: Range, made: Range, name: str, token: int) -> Bound | None:
    """How many calls lead to an activation whose parameter has passed tests: one fewer than to one that it makes."""
    step = made.tag.low if made.tag is not None and made.tag.low == made.tag.high else None
    if step is None:
        return _steps(start, made._replace(low=held.low, high=held.high), name, token)
    here = Range(held.low, held.high, hole=held.hole) + Range(step, step)
    steps = _steps(start, here._replace(tag=made.tag), name, token)
    return None if steps is None else steps - ONE


def _run_once(
    machine: Machine, begun: State, closure: Closure, own: Arguments, study: Study, frame: Frame
) -> tuple[list[State], Frame]:
    """Run one activation; its ends, by a return as by an exception."""
    node = closure.node
    activation = machine.frame(node, closure.frame, frame, node)
    study.activation = activation.key
    machine.shared_frames.discard(activation.key)
    begun.forget(activation.key)
    activations.bind(machine, begun, closure._replace(given=(), named=()), own, activation)
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
    machine: Machine,
    state: State,
    closure: Closure,
    arguments: Arguments,
    names: tuple[str, ...],
    frame: Frame,
) -> dict[str, Range]:
    bound = _bound(machine, state, closure, arguments, frame)
    found: dict[str, Range] = {}
    for name in names:
        value = bound[name]
        if value.unknown or value.mixed:
            continue
        if value.number is not None:
            found[name] = value.number
        elif value.size is not None or value.refs:
            found[name] = elements(machine, state, value).size
    return found


def _open_arguments(
    machine: Machine, state: State, closure: Closure, arguments: Arguments, study: Study, frame: Frame
) -> Arguments:
    """Arguments of any activation: numbers and sizes unknown, but known to be this activation's own."""
    bound = _bound(machine, state, closure, arguments, frame)
    for name in study.names:
        value = bound[name]
        tag = Tag(study.token, name, ZERO, ZERO)
        low = ONE if name in study.taken.positive else None
        if name in study.taken.fixed and not value.unknown:
            held = None if value.number is None else value.number._replace(tag=tag)
            study.own[name] = value._replace(number=held)
            continue
        study.taken.fixed.discard(name)
        study.taken.opened.update(value.refs)
        if name not in study.starts:
            study.own[name] = value if value.callables and not value.unknown else TOP
        elif value.number is not None:
            study.own[name] = Value(number=Range(low, None, tag))
        else:
            study.own[name] = sequence(Range(low or ZERO, None, tag), TOP)
    return Arguments((), tuple(study.own.items()))


def _open_thing(thing: Thing) -> Thing:
    if thing.kind == "object":
        held = {name: value for name, value in (thing.fields or {}).items() if not is_cached(name)}
        fields = {name: value if value.callables else TOP for name, value in held.items()}
        return thing._replace(fields=fields)
    size = Range(ZERO, None)
    return Thing(thing.kind, size, TOP, TOP, fields=None, is_complete=False, grows_on_read=thing.grows_on_read)
