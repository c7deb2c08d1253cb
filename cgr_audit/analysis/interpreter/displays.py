"""Containers written down: displays and comprehensions."""

from __future__ import annotations

import ast
from functools import partial
from typing import TypeVar

from cgr_audit.analysis.domains.intervals import ANY_SIZE, EMPTY, Interval, calculated, exactly
from cgr_audit.analysis.domains.polynomials import ZERO
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.conditions import test
from cgr_audit.analysis.interpreter.draws import materialized
from cgr_audit.analysis.interpreter.generators import drive, either, is_suspended, suspend, suspended_at, wait_before
from cgr_audit.analysis.interpreter.heap import allocate, elements_of, exact_elements, inside, length_of, sequence_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, NeverReturnsError, Yielded
from cgr_audit.analysis.interpreter.iteration import repeat, unbounded_kind
from cgr_audit.analysis.interpreter.library.constructors import mapping_of, update
from cgr_audit.analysis.interpreter.objects import MAX_ITEMS, Mapped, Sequence
from cgr_audit.analysis.interpreter.refinement import refine
from cgr_audit.analysis.interpreter.special_methods import iterated, mapped
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.subscripts import store_item
from cgr_audit.analysis.interpreter.values import (
    NO_CONTROL,
    AbstractValue,
    ControlDependence,
    Function,
    Reference,
    Value,
    join,
    known,
    merge_controls,
    places_of,
    taint_of_controls,
    under_control,
)

__all__ = ["comprehension", "dictionary", "generator_expression", "sequence"]


def sequence(interp: Interpreter, node: ast.List | ast.Tuple | ast.Set, frame: Frame, state: State) -> Value:
    """A list, tuple or set that is written down."""
    kind = "tuple" if isinstance(node, ast.Tuple) else "list" if isinstance(node, ast.List) else "set"
    if kind != "set" and not any(isinstance(part, ast.Starred) for part in node.elts):
        items = tuple([interp.evaluate(part, frame, state) for part in node.elts])
        whole = Sequence(kind, items, nodes=tuple(node.elts))
        return allocate(whole if len(items) <= MAX_ITEMS else whole.loose(), node, frame.number, state)
    made = Sequence(kind, ())
    for part in node.elts:
        if isinstance(part, ast.Starred):
            interp.on_the_spot.add(part.value)
            spread = iterated(interp, interp.evaluate(part.value, frame, state), part, frame, state)
            for item in materialized(interp, spread, part, frame, state).values():
                inner = sequence_of(item, state)
                if inner.items is not None:
                    for element in inner.items:
                        made = made.appended(under_control(element, item.controls))
                else:
                    made = made.grown(inner.length)
                    rest = join(made.rest, under_control(inner.rest, item.controls))
                    least, size = made.least + inner.least, made.size | inner.size
                    made = Sequence(kind, None, rest, least, size, extent=made.extent)
        else:
            made = made.appended(interp.evaluate(part, frame, state), part)
    if kind == "set":
        made = made.loose() if len(node.elts) > 1 else made
    return allocate(made, node, frame.number, state)


def dictionary(interp: Interpreter, node: ast.Dict, frame: Frame, state: State) -> Value:
    """A dictionary that is written down."""
    value = allocate(Mapped({}, {}), node, frame.number, state)
    item = next(iter(value.values()))
    assert isinstance(item.payload, Reference)
    if state.heap[item.payload.place] != Mapped({}, {}):
        state.write(item.payload.place, Mapped({}, {}))
    for key, part in zip(node.keys, node.values, strict=True):
        inner = interp.evaluate(part, frame, state)
        if key is not None:
            store_item(item, interp.evaluate(key, frame, state), inner, state, strong=True)
        else:
            update(item, mapped(interp, inner, part, frame, state), state)
    return value


def comprehension(
    interp: Interpreter, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, frame: Frame, state: State
) -> Value:
    """A comprehension, or a generator expression that is consumed on the spot."""
    return _Comprehension(interp, node, frame).value(state)


def generator_expression(interp: Interpreter, node: ast.GeneratorExp, frame: Frame, state: State) -> Value:
    """A generator expression: its first iterable is evaluated, and nothing runs."""
    function = interp.lowered.get(node)
    if function is None:
        function = interp.lowered[node] = _lowered(node)
        interp.scope_of = {**interp.scope_of, function: interp.scope_of.get(node, frame.scope)}
        interp.generators |= {function}
    loop = function.body[0]
    assert isinstance(loop, ast.For | ast.AsyncFor)
    first = iterated(interp, interp.evaluate(loop.iter, frame, state), loop.iter, frame, state)
    made = suspend(interp, Function(function, frame.number), None, Arguments(), node, frame, state)
    wait_before(loop, made, first, state)
    return made


def _lowered(node: ast.GeneratorExp) -> ast.FunctionDef:
    """The generator function that a generator expression is."""
    body: ast.stmt = _at(node.elt, ast.Expr(_at(node.elt, ast.Yield(node.elt))))
    for part in reversed(node.generators):
        for condition in reversed(part.ifs):
            body = _at(condition, ast.If(condition, [body], []))
        kind = ast.AsyncFor if part.is_async else ast.For
        body = _at(part.target, kind(part.target, part.iter, [body], []))
    empty = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return _at(node, ast.FunctionDef(name="<genexpr>", args=empty, body=[body], decorator_list=[]))


def _at(place: ast.expr, made: _Node) -> _Node:
    return ast.copy_location(made, place)


_Node = TypeVar("_Node", bound=ast.AST)


class _Comprehension:
    """Its loops, around one evaluation for what any element may be."""

    def __init__(
        self, interp: Interpreter, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, frame: Frame
    ) -> None:
        self._run, self._node, self._outer = interp, node, frame
        self._frame = interp.frame(node, interp.scope_of.get(node, frame.scope), frame, interp.context(node, frame))
        self._made: Mapped | Sequence | None = None
        self._some, self._size = True, 0
        self._empty = Mapped({}, {}) if isinstance(node, ast.DictComp) else Sequence("list", ())
        self._kind = {ast.SetComp: "set", ast.GeneratorExp: "iterator"}.get(type(node), "list")

    def value(self, state: State) -> Value:
        """Run it; the collection that it gives."""
        try:
            extent = self._generate(0, state, NO_CONTROL)
        except NeverReturnsError:
            if self._some:
                raise
            extent, self._made = ANY_SIZE, self._made or self._empty
        made = self._made if self._made is not None else self._empty
        if isinstance(made, Mapped) or made.items is None:
            is_distinct = isinstance(made, Sequence) and made.kind != "set"
            made = made.with_length(extent if is_distinct else Interval(ZERO, extent.high))
        return allocate(made, self._node, self._outer.number, state)

    def _generate(self, place: int, state: State, chosen: ControlDependence) -> Interval:
        """Run the generators from a place on; gives how many elements they make."""
        interp, node = self._run, self._node
        if place == len(node.generators):
            self._produce(state, chosen)
            return exactly(1)
        generator, inner = node.generators[place], self._frame
        outside = inner if place else self._outer
        interp.on_the_spot.add(generator.iter)
        iterable = iterated(interp, interp.evaluate(generator.iter, outside, state), generator.iter, outside, state)
        if is_suspended(iterable, state):
            return self._inside(place, iterable, state, chosen)
        times = length_of(iterable, state)
        elements = exact_elements(iterable, state)
        if elements is not None and self._is_plain(elements):
            before = state.copy()
            extent = self._one_by_one(elements, generator, state)
            places = places_of(iterable)
            if all(state.heap.get(place) is before.heap.get(place) for place in places):
                return extent
            state.become(before)  # it changes what it goes through
            self._made = None
        element, more, amount = elements_of(iterable, state, generator.target)
        self._some, self._size = self._some and more and times.is_positive, self._size | amount
        produced: list[Interval] = []

        def body(begun: State) -> None:
            drawn, _, _ = elements_of(iterable, begun, generator.target)
            interp.assign(generator.target, drawn, inner, begun, generator.iter)
            holds = self._passes(generator, begun)
            if holds is None:
                produced.append(EMPTY)
                return
            narrowed = merge_controls(chosen, holds)
            outer, begun.controls = begun.controls, merge_controls(begun.controls, holds)
            made = self._generate(place + 1, begun, narrowed)
            begun.controls = outer
            interp.leave(inner, begun)
            produced.append(Interval(ZERO, made.high) if holds or generator.ifs else made)

        repeat(interp, generator, state, times, body, unbounded_kind(amount, element, state), (iterable,))
        return calculated(times, ast.Mult(), produced[-1].plain) or ANY_SIZE if produced else EMPTY

    def _inside(self, place: int, iterable: Value, state: State, chosen: ControlDependence) -> Interval:
        """Run the generators from a place on, the first of them over a generator: where it yields."""
        interp, generator, inner = self._run, self._node.generators[place], self._frame
        self._some = False
        counter = allocate(Sequence("list", ()), generator.target, inside(self._outer.number, 43), state)
        (counted,) = counter.values()
        assert isinstance(counted.payload, Reference)
        cell = counted.payload.place

        def each(yielded: Yielded, begun: State) -> Value:
            interp.assign(generator.target, yielded.value, inner, begun, generator.iter)
            holds = self._passes(generator, begun)
            if holds is None:
                return known(None)
            narrowed = merge_controls(chosen, holds)
            outer, begun.controls = begun.controls, merge_controls(begun.controls, holds)
            made = self._generate(place + 1, begun, narrowed)
            begun.controls = outer
            found = begun.heap[cell]
            assert isinstance(found, Sequence)
            begun.write(cell, found.grown(Interval(ZERO, made.high) if holds or generator.ifs else made))
            return known(None)

        def run(item: AbstractValue, begun: State) -> Value:
            if suspended_at(item, begun) is None:
                interp.give_up(begun, generator.iter, "cannot tell what this gives")
                return known(None)
            if drive(interp, item, each, self._outer, begun).value is None:
                raise NeverReturnsError
            return known(None)

        either(iterable, state, run)
        return length_of(counter, state)

    def _is_plain(self, elements: list[Value]) -> bool:
        """Whether each element is evaluated by itself."""
        node = self._node
        return (
            len(node.generators) == 1
            and not node.generators[0].ifs
            and not isinstance(node, ast.DictComp | ast.SetComp)
            and len(elements) <= _MAX_EXACT
        )

    def _one_by_one(self, elements: list[Value], generator: ast.comprehension, state: State) -> Interval:
        def evaluated(element: Value) -> Value:
            self._run.assign(generator.target, element, self._frame, state, generator.iter)
            return self._run.evaluate(self._node.elt, self._frame, state)  # type: ignore[union-attr]

        items = self._run.in_turn((partial(evaluated, element) for element in elements), self._outer.number, state)
        self._made = Sequence(self._kind, tuple(items))
        return exactly(len(items))

    def _passes(self, generator: ast.comprehension, state: State) -> ControlDependence | None:
        """The tests that let an element pass; nothing if none does."""
        interp, chosen = self._run, NO_CONTROL
        for condition in generator.ifs:
            interp.iterating += 1
            found = test(interp, condition, self._frame, state)
            interp.iterating -= 1
            if found.truth is False:
                return None
            if found.truth is None:
                self._some = False
                chosen = merge_controls(chosen, found.holds)
                if refine(interp, condition, True, self._frame, state) is None:
                    return None
                self._size |= taint_of_controls(found.holds)
        return chosen

    def _produce(self, state: State, chosen: ControlDependence) -> None:
        interp, node, inner = self._run, self._node, self._frame
        if isinstance(node, ast.DictComp):
            key = under_control(interp.evaluate(node.key, inner, state), chosen)
            value = _one_of_many(interp.evaluate(node.value, inner, state), inner, state)
            self._made = mapping_of(key, under_control(value, chosen))
            return
        element = _one_of_many(interp.evaluate(node.elt, inner, state), inner, state)
        self._made = Sequence(self._kind, None, under_control(element, chosen), int(self._some), self._size)


_MAX_EXACT = 8


def _one_of_many(value: Value, inner: Frame, state: State) -> Value:
    """A value that a comprehension makes again and again: a list or set made for it stands for as many."""
    for item in value.values():
        place = item.payload.place if isinstance(item.payload, Reference) else None
        found = state.heap[place] if place is not None and place[1] == inner.number else None
        if place is not None and isinstance(found, Sequence) and found.kind in ("list", "set"):
            state.write(place, found.as_many())
    return value
