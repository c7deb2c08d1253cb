"""Containers written down: displays and comprehensions."""

from __future__ import annotations

import ast
from typing import Any

from cgr_audit.analysis.provenance.conditions import test
from cgr_audit.analysis.provenance.constructors import mapping_of, update
from cgr_audit.analysis.provenance.heap import allocate, elements_of, exact_elements, sequence_of
from cgr_audit.analysis.provenance.objects import MAX_ITEMS, Mapped, Sequence
from cgr_audit.analysis.provenance.refinement import refine
from cgr_audit.analysis.provenance.run import Frame, NeverReturnsError, Run
from cgr_audit.analysis.provenance.special_methods import iterated
from cgr_audit.analysis.provenance.state import State
from cgr_audit.analysis.provenance.subscripts import store_item
from cgr_audit.analysis.provenance.values import (
    NO_CONTROLS,
    Controls,
    Reference,
    Value,
    join,
    merge_controls,
    restrained,
)

__all__ = ["comprehension", "dictionary", "sequence"]


def sequence(run: Run, node: ast.List | ast.Tuple | ast.Set, frame: Frame, state: State) -> Value:
    """A list, tuple or set that is written down."""
    kind = "tuple" if isinstance(node, ast.Tuple) else "list" if isinstance(node, ast.List) else "set"
    if kind != "set" and not any(isinstance(part, ast.Starred) for part in node.elts):
        items = tuple([run.evaluate(part, frame, state) for part in node.elts])
        whole = Sequence(kind, items, nodes=tuple(node.elts))
        return allocate(whole if len(items) <= MAX_ITEMS else whole.loose(), node, frame.number, state)
    made = Sequence(kind, ())
    for part in node.elts:
        if isinstance(part, ast.Starred):
            for item in iterated(run, run.evaluate(part.value, frame, state), part, frame, state).values():
                inner = sequence_of(item, state)
                if inner.items is not None:
                    for element in inner.items:
                        made = made.appended(restrained(element, item.controls))
                else:
                    made = made.grown(inner.length)
                    rest = join(made.rest, restrained(inner.rest, item.controls))
                    least, size = made.least + inner.least, made.size | inner.size
                    made = Sequence(kind, None, rest, least, size, extent=made.extent)
        else:
            made = made.appended(run.evaluate(part, frame, state), part)
    if kind == "set":
        made = made.loose() if len(node.elts) > 1 else made
    return allocate(made, node, frame.number, state)


def dictionary(run: Run, node: ast.Dict, frame: Frame, state: State) -> Value:
    """A dictionary that is written down."""
    value = allocate(Mapped({}, {}), node, frame.number, state)
    item = next(iter(value.values()))
    assert isinstance(item.payload, Reference)
    if state.heap[item.payload.place] != Mapped({}, {}):
        state.write(item.payload.place, Mapped({}, {}))
    for key, part in zip(node.keys, node.values, strict=True):
        inner = run.evaluate(part, frame, state)
        if key is not None:
            store_item(item, run.evaluate(key, frame, state), inner, state, strong=True)
        else:
            update(item, inner, state)
    return value


def comprehension(
    run: Run, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, frame: Frame, state: State
) -> Value:
    """A comprehension or generator expression, its body run once for what any element may be."""
    inner = run.frame(node, run.scope_of.get(node, frame.scope), frame, (node, frame.number))
    chosen, some, size, exact = NO_CONTROLS, True, 0, len(node.generators) == 1
    elements: list[Value] | None = None
    outer = state.controls
    for place, generator in enumerate(node.generators):
        outside = frame if place == 0 else inner
        iterable = iterated(run, run.evaluate(generator.iter, outside, state), generator.iter, outside, state)
        element, more, amount = elements_of(iterable, state, generator.target)
        some, size = some and more, size | amount
        if exact and not generator.ifs:
            elements = exact_elements(iterable, state)
        run.assign(generator.target, element, inner, state, generator.iter)
        for condition in generator.ifs:
            run.iterating += 1
            found = test(run, condition, inner, state)
            run.iterating -= 1
            if found.truth is False:
                return allocate(Mapped({}, {}) if isinstance(node, ast.DictComp) else Sequence("list", ()), node,
                                frame.number, state)  # fmt: skip
            if found.truth is None:
                some = False
                chosen = merge_controls(chosen, found.holds)
                refine(run, condition, True, inner, state)
                size |= _dependences_of_controls(found.holds)
    state.controls = merge_controls(outer, chosen)
    try:
        made = _produced(run, node, inner, state, elements, chosen, (some, size))
    except NeverReturnsError:
        if some:
            raise
        made = Mapped({}, {}) if isinstance(node, ast.DictComp) else Sequence("list", ())
    state.controls = outer
    return allocate(made, node, frame.number, state)


def _produced(
    run: Run, node: Any, inner: Frame, state: State, elements: list[Value] | None, chosen: Controls,
    amount: tuple[bool, int],
) -> Mapped | Sequence:  # fmt: skip
    some, size = amount
    if isinstance(node, ast.DictComp):
        key = restrained(run.evaluate(node.key, inner, state), chosen)
        return mapping_of(key, restrained(_one_of_many(run.evaluate(node.value, inner, state), inner, state), chosen))
    kind = "set" if isinstance(node, ast.SetComp) else "iterator" if isinstance(node, ast.GeneratorExp) else "list"
    if elements is not None and kind != "set" and len(elements) <= 8:
        items = []
        for element in elements:
            run.assign(node.generators[0].target, element, inner, state, node.generators[0].iter)
            items.append(run.evaluate(node.elt, inner, state))
        return Sequence(kind, tuple(items))
    element = _one_of_many(run.evaluate(node.elt, inner, state), inner, state)
    return Sequence(kind, None, restrained(element, chosen), int(some), size)


def _one_of_many(value: Value, inner: Frame, state: State) -> Value:
    """A value that a comprehension makes again and again: a list or set made for it stands for as many."""
    for item in value.values():
        place = item.payload.place if isinstance(item.payload, Reference) else None
        found = state.heap[place] if place is not None and place[1] == inner.number else None
        if place is not None and isinstance(found, Sequence) and found.kind in ("list", "set"):
            state.write(place, found.as_many())
    return value


def _dependences_of_controls(controls: Controls) -> int:
    result = 0
    for _, kind in controls.values():
        result |= 1 if kind.of_solver else 2 if kind == 1 else 4 if kind == 2 else 0
    return result
