"""Comprehensions and generator expressions: loops that make a list, a set, a dictionary, or elements one by one."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound import calls, expressions, objects, refine, targets
from cgr_audit.analysis.call_bound.containers import put
from cgr_audit.analysis.call_bound.counters import forget
from cgr_audit.analysis.call_bound.drawing import is_drawn_from, toll_of
from cgr_audit.analysis.call_bound.filtered import filtered
from cgr_audit.analysis.call_bound.iteration import iterate
from cgr_audit.analysis.call_bound.iterator_classes import iterator_of, loop_over_object
from cgr_audit.analysis.call_bound.machine import Machine, Sink
from cgr_audit.analysis.call_bound.plain_comprehensions import is_plain, plain_list
from cgr_audit.analysis.call_bound.readings import is_used_up, with_readings
from cgr_audit.analysis.call_bound.sequences import Elements, elements
from cgr_audit.analysis.call_bound.state import State, join_states
from cgr_audit.analysis.call_bound.values import ANY_SIZE, NONE, TOP, Frame, Range, Thing, Value
from cgr_audit.analysis.domains.cost import Cost, Endless
from cgr_audit.analysis.domains.polynomials import ZERO

__all__ = ["Comprehension", "comprehension"]

Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp


def comprehension(machine: Machine, state: State, node: Comprehension, frame: Frame) -> Value:
    """Runs at once, also a generator expression: it can be used up at most once."""
    kind = "dict" if isinstance(node, ast.DictComp) else "list"
    empty = Thing(kind, Range(ZERO, ZERO), parts=() if kind == "list" else None, is_complete=False)
    result = machine.make(state, node, frame, empty)
    first = _iterated(machine, state, node.generators[0].iter, frame)
    asks = first.toll is not None or objects.has_method(machine, state, first, "__next__")
    if not asks and machine.judged(node, is_plain):
        whole = _plain(machine, state, node, elements(machine, state, first), frame)
        if whole is not None:
            machine.change(state, result, dict.fromkeys(result.refs, whole))
            return _kept(machine, state, result, node, first, frame)
    begun = state.copy()
    outer, machine.sink = machine.sink, Sink()
    over = _from(machine, state.copy(), node, 0, first, result, frame)
    inner, machine.sink = machine.sink, outer
    if isinstance(node, ast.GeneratorExp) and over is not None:
        drawn = _drawn(machine, begun, over.cost, node, first, result, frame)
        if drawn is not None:
            return _kept(machine, state, drawn, node, first, frame)
    outer.merge(inner)
    if over is None and isinstance(node, ast.GeneratorExp):
        machine.give_up(state, node, "cannot tell how much is asked of a generator that never comes to its end")
        return TOP
    state.become(over)
    if isinstance(node, ast.GeneratorExp) and not is_used_up(machine, node):
        state.become(join_states(begun, state.copy()))  # what it changes is changed later, or never
    return _kept(machine, state, result, node, first, frame)


def _kept(machine: Machine, state: State, made: Value, node: Comprehension, first: Value, frame: Frame) -> Value:
    if not isinstance(node, ast.GeneratorExp):
        return made
    return with_readings(machine, state, made, node, frame, [(node, frame)], [first])


def _iterated(machine: Machine, state: State, node: ast.expr, frame: Frame) -> Value:
    return iterator_of(machine, state, expressions.evaluate(machine, state, node, frame), node, frame)


def _from(
    machine: Machine, state: State, node: Comprehension, depth: int, iterated: Value, result: Value, frame: Frame
) -> State | None:
    """Run the loops from one on."""
    generator = node.generators[depth]

    def one(begun: State, value: Value) -> State | None:
        targets.store(machine, begun, generator.target, value, frame)
        going: State | None = begun
        skipped: State | None = None
        for test in generator.ifs:
            if going is None:
                break
            going, fails = refine.branch(machine, going, test, frame)
            skipped = join_states(skipped, fails)
        if going is None:
            return skipped
        if depth == len(node.generators) - 1:
            return join_states(_element(machine, going, node, result, frame), skipped)
        following = _iterated(machine, going, node.generators[depth + 1].iter, frame)
        return join_states(_from(machine, going, node, depth + 1, following, result, frame), skipped)

    over, is_object = loop_over_object(machine, state, generator, (iterated, generator.iter, frame), one)
    if is_object:
        return over
    source = elements(machine, state, iterated)
    if generator.ifs:
        later = ast.Tuple([part.target for part in node.generators[depth:]], ast.Store())
        source = filtered(machine, state, generator.target, (generator.ifs[0], True), later, source, frame)
    return iterate(machine, state, generator, source, one)


def _element(machine: Machine, state: State, node: Comprehension, result: Value, frame: Frame) -> State:
    """Evaluate one element, and keep it."""
    if isinstance(node, ast.DictComp):
        key = expressions.evaluate(machine, state, node.key, frame)
        value = expressions.evaluate(machine, state, node.value, frame)
        put(machine, state, result, key, value, may_be_there=True)
        return state
    value = expressions.evaluate(machine, state, node.elt, frame)
    calls.append(machine, state, result, value, certain=not isinstance(node, ast.SetComp))
    if (node, frame.key) in machine.metered:
        machine.sink.returns.append((state.copy(), NONE))
        state.cost, state.has_yielded = ZERO, True
    return state


def _drawn(
    machine: Machine, state: State, whole: Cost, node: ast.GeneratorExp, first: Value, result: Value, frame: Frame
) -> Value | None:
    """A generator expression without end that is drawn from one by one, with what each of its elements costs."""
    if not isinstance(whole, Endless) or isinstance(state.cost, Endless):
        return None
    if not (machine.judged(node, is_drawn_from) and _changes_nothing(machine, node)):
        return None
    begun = state.copy()
    begun.cost = ZERO
    forget(begun)
    outer, machine.sink = machine.sink, Sink()
    machine.metered.add((node, frame.key))
    left = _from(machine, begun, node, 0, first, result, frame)
    machine.metered.discard((node, frame.key))
    inner, machine.sink = machine.sink, outer
    toll = toll_of([left, *inner.states()], whole)
    return None if toll is None else Value(size=ANY_SIZE, element=TOP, toll=toll)


def _changes_nothing(machine: Machine, node: ast.GeneratorExp) -> bool:
    functions = [
        function
        for part in ast.walk(node)
        if isinstance(part, ast.Call | ast.Attribute)
        for function in machine.graph.targets(part).all_functions
    ]
    return machine.changing.isdisjoint(machine.graph.reachable(functions))


def _plain(machine: Machine, state: State, node: Comprehension, source: Elements, frame: Frame) -> Thing | None:
    match node:
        case ast.ListComp(elt=part, generators=[generator]) | ast.GeneratorExp(elt=part, generators=[generator]):
            if generator.ifs and not source.each.unknown:
                return None  # what passes the tests may be told from what does not

            def element(after: State, value: Value) -> Value | None:
                targets.store(machine, after, generator.target, value, frame)
                for test in generator.ifs:
                    holds, fails = refine.branch(machine, after, test, frame)
                    if holds is not after or fails is None:
                        return None
                return expressions.evaluate(machine, after, part, frame)

            whole = plain_list(state, source, element)
            if whole is None or not generator.ifs:
                return whole
            return whole._replace(size=Range(ZERO, whole.size.high), parts=None)
    return None
