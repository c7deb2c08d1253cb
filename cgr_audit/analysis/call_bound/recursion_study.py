"""One activation of a recursive function, studied by itself: what a recursive call in it says of the next."""

from __future__ import annotations

import ast
from collections.abc import Hashable

from cgr_audit.analysis.call_bound import activations, counters, expressions, statements
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.machine import ListChanged, Machine, Sink, TooLarge
from cgr_audit.analysis.call_bound.recursion_depth import Study, Taken, is_positive, total_cost
from cgr_audit.analysis.call_bound.recursion_shares import Price, cost_of_shares
from cgr_audit.analysis.call_bound.sequences import elements
from cgr_audit.analysis.call_bound.state import State, is_cached
from cgr_audit.analysis.call_bound.values import ANY_SIZE, TOP, Closure, Frame, Range, Ref, Tag, Thing, Value, sequence
from cgr_audit.analysis.calls.parameters import parameter_names
from cgr_audit.analysis.domains.cost import Endless, Reason, ReasonKind, add
from cgr_audit.analysis.domains.polynomials import ONE, ZERO, Bound

__all__ = ["note_call", "study_call"]

_ATTEMPTS = 8


def study_call(machine: Machine, state: State, closure: Closure, arguments: Arguments, frame: Frame) -> Value:
    """Bound what a recursive call costs, with all the calls in it."""
    node = closure.node
    names = parameter_names(node)
    starts = _measures(machine, state, closure, arguments, names, frame)
    seen = len(machine.sites_seen)
    positive = {name for name, held in starts.items() if is_positive(held)}
    taken = Taken(set(names), positive)
    for _ in range(_ATTEMPTS):
        study = Study(machine.token(), names, starts, taken)
        found = _studied(machine, state, closure, arguments, study, frame)
        if found is None or not study.wrong:
            break
        taken = _less(taken, study.wrong)
    else:
        raise TooLarge
    solver_site = machine.sites_seen[seen] if len(machine.sites_seen) > seen else None
    message = "nothing bounds how deep this function calls itself"
    reason = Reason(ReasonKind.UNBOUNDED_RECURSION, node, message, solver_site)
    total = Endless(frozenset({reason})) if found is None else total_cost(study, *found, reason)
    if isinstance(total, Endless) and total.reasons == {reason} and found is not None:
        total = _in_shares(machine, state, closure, arguments, study, frame) or total
    if isinstance(total, Bound) and total.grows:
        machine.growing.append(node)
    state.cost = add(state.cost, total)
    counters.forget(state)
    _open(state, taken.opened)
    if machine.catching:
        machine.raises(state)
    return TOP


def _in_shares(
    machine: Machine, state: State, closure: Closure, arguments: Arguments, study: Study, frame: Frame
) -> Bound | None:
    """What the first activation costs, where it hands parts of a list on."""

    def ends_at(price: Price) -> list[State] | None:
        tried = Study(machine.token(), study.names, study.starts, study.taken, price=price)
        found = _studied(machine, state, closure, arguments, tried, frame)
        return None if found is None or tried.wrong else found[0]

    lists = {name: held for name, held in study.starts.items() if name not in study.taken.fixed}
    try:
        return cost_of_shares(machine, lists, ends_at)
    except ListChanged:
        return None


def _studied(
    machine: Machine, state: State, closure: Closure, arguments: Arguments, study: Study, frame: Frame
) -> tuple[list[State], Frame] | None:
    """Run one activation by itself, from a state like any in which it may begin; nothing where it changes a list."""
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
    running, catching = len(machine.active), machine.catching
    try:
        ends, activation = _run_once(machine, begun, closure, own, study, frame)
    except ListChanged:
        machine.catching, machine.moving = catching, None
        del machine.active[running:], machine.activations[running:]
        if not machine.is_careful:
            raise
        return None
    finally:
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


def note_call(
    machine: Machine, state: State, closure: Closure, arguments: Arguments, study: Study, frame: Frame
) -> None:
    """What a recursive call says of the activation that it begins."""
    measures = _measures(machine, state, closure, arguments, study.names, frame)
    study.calls.append(measures)
    if study.price is not None:
        part = study.price.of_part(measures.get(study.price.name))
        state.cost = add(state.cost, part) if part is not None else state.cost
    study.wrong |= _changed(study, state)
    bound = _bound(machine, state, closure, arguments, frame)
    for name in study.names:
        value, held = bound[name], measures.get(name)
        if name in study.taken.positive and (held is None or not is_positive(held)):
            study.wrong.add(("positive", name))
        if name in study.taken.fixed and not _is_same(value, study.own[name]):
            study.wrong.add(("fixed", name))
        if name not in study.taken.fixed:
            study.wrong |= {ref for ref in value.refs if ref in study.begun.things} - study.taken.opened
            machine.forget_things(state, value)


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
        if value.unknown or value.mixed or _is_object(machine, state, value):
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
            study.own[name] = TOP
        elif value.number is not None:
            study.own[name] = Value(number=Range(low, None, tag))
        elif study.price is not None and study.price.name == name:
            study.own[name] = sequence(Range(study.price.length, study.price.length), TOP)._replace(is_list=True)
        else:
            own = sequence(Range(low or ZERO, None, tag), TOP)
            study.own[name] = own._replace(is_list=bool(value.refs) or value.is_list)
    return Arguments((), tuple(study.own.items()))


def _is_object(machine: Machine, state: State, value: Value) -> bool:
    """Whether a value may be an object of one of the program's classes, which no number measures."""
    return any(thing.kind == "object" for _, thing in machine.things(state, value))


def _open_thing(thing: Thing) -> Thing:
    if thing.kind == "object":
        held = {name: value for name, value in (thing.fields or {}).items() if not is_cached(name)}
        fields = {name: value if value.callables else TOP for name, value in held.items()}
        return thing._replace(fields=fields)
    size = Range(ZERO, None)
    return Thing(thing.kind, size, TOP, TOP, fields=None, is_complete=False, grows_on_read=thing.grows_on_read)
