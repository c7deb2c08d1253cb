"""The program's own functions: each is run where it is called, as one activation."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound import counters, outside, recursion, statements
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.drawing import is_drawn_from, toll_of
from cgr_audit.analysis.call_bound.machine import Machine, Sink
from cgr_audit.analysis.call_bound.readings import is_used_up, with_readings
from cgr_audit.analysis.call_bound.state import State, join_states
from cgr_audit.analysis.call_bound.values import (
    ANY_SIZE,
    NONE,
    TOP,
    Closure,
    Frame,
    Range,
    Thing,
    Value,
    join,
    join_all,
)
from cgr_audit.analysis.domains.cost import Endless
from cgr_audit.analysis.domains.polynomials import ZERO

__all__ = ["activated", "bind", "enter", "go_on_after", "run_function"]

Return = tuple[State, Value]
"""A state in which a function returns, and what it returns."""


def run_function(
    machine: Machine, state: State, closure: Closure, arguments: Arguments, site: ast.AST, frame: Frame
) -> Value:
    """Run a function of the program where it is called."""
    arguments = arguments.after(closure.given, closure.named)
    node = closure.node
    if node in machine.active:
        return recursion.recur(machine, state, closure, arguments, site, frame)
    if machine.traits(node)[0] and isinstance(site, ast.Call) and machine.judged(site, is_drawn_from):
        begun = state.copy()
        made = _generator(machine, state, closure, arguments, site, frame)
        return _kept(machine, state, begun, made, closure, arguments, site, frame)
    whole = recursion.begin(machine, state, closure, arguments, frame)
    if whole is not None:
        return whole
    if not machine.traits(node)[0]:
        return enter(machine, state, closure, arguments, site, frame)
    begun = state.copy()
    made = enter(machine, state, closure, arguments, site, frame)
    return _kept(machine, state, begun, made, closure, arguments, site, frame)


def _kept(
    machine: Machine,
    state: State,
    begun: State,
    made: Value,
    closure: Closure,
    arguments: Arguments,
    site: ast.AST,
    frame: Frame,
) -> Value:
    """A generator with what it reads, which holds good while that stays as it is."""
    if is_used_up(machine, site):
        return made
    if not machine.changing.isdisjoint(machine.graph.reachable([closure.node])):
        state.become(join_states(begun, state.copy()))  # what it changes is changed later, or never
    activation = machine.frame(closure.node, closure.frame, frame, site)
    given = [*arguments.positional, *(value for _, value in arguments.named)]
    return with_readings(machine, state, made, site, frame, [(closure.node, activation)], given)


def enter(machine: Machine, state: State, closure: Closure, arguments: Arguments, site: ast.AST, frame: Frame) -> Value:
    """Run one activation of a function; ``arguments`` are complete."""
    activation, returns = activated(machine, state, closure, arguments, site, frame)
    return go_on_after(machine, state, closure, activation, returns)


def _generator(
    machine: Machine, state: State, closure: Closure, arguments: Arguments, site: ast.Call, frame: Frame
) -> Value:
    """Call a generator that is drawn from one by one; it is run as a whole, unless only its elements have a bound."""
    way = state.copy()
    outer, machine.sink = machine.sink, Sink()
    value = enter(machine, way, closure, arguments, site, frame)
    inner, machine.sink = machine.sink, outer
    changes_nothing = machine.changing.isdisjoint(machine.graph.reachable([closure.node]))
    if isinstance(way.cost, Endless) and not isinstance(state.cost, Endless) and changes_nothing:
        drawn = _metered(machine, state, closure, arguments, site, frame, way.cost)
        if drawn is not None:
            return drawn
    outer.take_failures(inner)
    state.become(way)
    return value


def _metered(
    machine: Machine, state: State, closure: Closure, arguments: Arguments, site: ast.Call, frame: Frame, whole: Endless
) -> Value | None:
    """A generator without end, with what each of its elements costs; nothing where that has no bound."""
    begun = state.copy()
    begun.cost = ZERO
    counters.forget(begun)
    key = machine.frame(closure.node, closure.frame, frame, site).key
    outer, machine.sink = machine.sink, Sink()
    machine.metered.add(key)
    activation, returns = activated(machine, begun, closure, arguments, site, frame)
    machine.metered.discard(key)
    inner, machine.sink = machine.sink, outer
    toll = toll_of([*(end for end, _ in returns), *inner.states()], whole)
    if toll is None:
        return None
    go_on_after(machine, begun, closure, activation, returns)
    given = [held.element for end, _ in returns for held in _yielded_by(machine, end, activation)]
    return Value(size=ANY_SIZE, element=join_all(given) or TOP, toll=toll)


def _yielded_by(machine: Machine, state: State, activation: Frame) -> list[Thing]:
    held = state.variables.get((activation.key, "\0yielded"), TOP)
    return [thing for _, thing in machine.things(state, held)]


def go_on_after(machine: Machine, state: State, closure: Closure, activation: Frame, returns: list[Return]) -> Value:
    """Go on in the caller with any of what an activation returned."""
    is_generator, has_inner = machine.traits(closure.node)
    result: Value | None = None
    whole: State | None = None
    for returned, value in returns:
        whole = join_states(whole, returned)
        result = value if result is None else join(result, value)
    if whole is None:
        state.is_dead = True
        return TOP
    if is_generator:
        result = whole.variables.get((activation.key, "\0yielded"), TOP)
    if not has_inner:
        whole.forget(activation.key)
    state.become(whole)
    return result or NONE


def activated(
    machine: Machine, state: State, closure: Closure, arguments: Arguments, site: ast.AST, frame: Frame
) -> tuple[Frame, list[Return]]:
    """Run one activation of a function; gives the states in which it returns, each with what it returns."""
    node = closure.node
    activation = machine.frame(node, closure.frame, frame, site)
    if any(variable[0] == activation.key for variable in state.variables):
        machine.shared_frames.add(activation.key)
    bind(machine, state, closure, arguments, activation)
    machine.active.append(node)
    machine.activations.append(arguments)
    label = (counters.Marker.CALL, activation.key)
    marks = counters.mark(state, label) if machine.counters else {}
    start = state.copy() if marks else state
    catching_sink, machine.sink = machine.sink, Sink()
    if machine.traits(node)[0]:
        made = machine.make(state, node, activation, Thing("list", Range(ZERO, ZERO)))
        state.variables[(activation.key, "\0yielded")] = made
        machine.sink.returns.append((state.copy(), NONE))  # nothing may ever be asked of it
    left: State | None
    if isinstance(node, ast.Lambda):
        statements.leave_with(machine, state, node.body, activation)
        left = None
    else:
        left = statements.run(machine, state.copy(), node.body, activation)
    sink, machine.sink = machine.sink, catching_sink
    machine.active.pop()
    machine.activations.pop()
    if left is not None:
        sink.returns.append((left, NONE))
    if marks:
        for end in sink.states():
            counters.limited(start, marks, label, end)
    if sink.raised is not None and not machine.traits(node)[1]:
        sink.raised.forget(activation.key)
    machine.sink.take_failures(sink)
    return activation, sink.returns


def bind(machine: Machine, state: State, closure: Closure, arguments: Arguments, activation: Frame) -> None:
    """Give the parameters of a function their values."""
    spec = closure.node.args
    defaults = dict(closure.defaults)
    positional = [*spec.posonlyargs, *spec.args]
    named = dict(arguments.named)
    for place, parameter in enumerate(positional):
        if place < len(arguments.positional):
            value = arguments.positional[place]
        elif parameter.arg in named:
            value = named.pop(parameter.arg)
        else:
            value = TOP if arguments.is_open else defaults.get(parameter.arg, TOP)
        machine.assign(state, (activation.key, parameter.arg), value)
    for parameter in spec.kwonlyargs:
        fallback = TOP if arguments.is_open else defaults.get(parameter.arg, TOP)
        machine.assign(state, (activation.key, parameter.arg), named.pop(parameter.arg, fallback))
    if spec.vararg is not None:
        rest = arguments.positional[len(positional) :]
        size = outside.exactly_range(len(rest))
        each = join_all(rest)
        value = Value(size=size, element=each, parts=rest) if not arguments.is_open else TOP
        machine.assign(state, (activation.key, spec.vararg.arg), value)
    if spec.kwarg is not None:
        size = outside.exactly_range(len(named))
        thing = Thing(
            "dict", size, join_all(named.values()), TOP, fields=dict(named), is_complete=not arguments.is_open
        )
        made = machine.make(state, spec.kwarg, activation, thing) if not arguments.is_open else TOP
        machine.assign(state, (activation.key, spec.kwarg.arg), made)
