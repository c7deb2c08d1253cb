"""One call of a function that the program does not define, with what is known of its arguments."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound import calls
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.iterator_classes import iterator_of
from cgr_audit.analysis.call_bound.loops import run_loop, run_rounds
from cgr_audit.analysis.call_bound.machine import Machine, Sink
from cgr_audit.analysis.call_bound.sequences import Elements, elements, least
from cgr_audit.analysis.call_bound.state import State
from cgr_audit.analysis.call_bound.values import (
    ANY_SIZE,
    TOP,
    Frame,
    Range,
    Thing,
    Value,
    join_all,
    sequence,
)
from cgr_audit.analysis.domains.polynomials import ZERO, constant

__all__ = ["OutsideCall", "exactly_range", "pair_of"]


def exactly_range(count: int) -> Range:
    """So many."""
    return Range(constant(count), constant(count))


def pair_of(*values: Value) -> Value:
    """A tuple of some values."""
    return sequence(exactly_range(len(values)), join_all(values), values)


class OutsideCall:
    """One call of an outside function, with what its handlers need."""

    def __init__(
        self, machine: Machine, state: State, name: str, arguments: Arguments, node: ast.Call, frame: Frame
    ) -> None:
        self.machine, self.state, self.name = machine, state, name
        self.arguments, self.node, self.frame = arguments, node, frame

    @property
    def given(self) -> tuple[Value, ...]:
        """The positional arguments."""
        return self.arguments.positional

    def elements(self, place: int) -> Elements:
        """What iterating over an argument gives."""
        if place >= len(self.given):
            return Elements(ANY_SIZE if self.arguments.is_open else Range(ZERO, ZERO), TOP)
        value = self.given[place]
        if value.refs and place < len(self.node.args):
            value = iterator_of(self.machine, self.state, value, self.node.args[place], self.frame)
        return elements(self.machine, self.state, value)

    def number(self, place: int, name: str = "") -> Range | None:
        """A numeric argument."""
        value = self.arguments.get(place, name)
        return value.number if value is not None and not value.unknown else None

    def make(self, thing: Thing) -> Value:
        """A new mutable thing, made here."""
        return self.machine.make(self.state, self.node, self.frame, thing)

    def run_for_each(self, function: Value | None, sources: tuple[Elements, ...], *, before: int = 0) -> Value:
        """Call a function with the elements of some iterables, once for each round; gives any of its results.

        ``before`` so many arguments come first of which nothing is known.
        """
        if function is None or (function.const is None and not function.unknown):
            return sources[0].each
        results: list[Value] = []
        size = least(*(source.size for source in sources)) if len(sources) > 1 else sources[0].size
        parts = [source.parts for source in sources]
        lengths = [len(part) for part in parts if part is not None]
        machine = self.machine

        def one(begun: State, values: tuple[Value, ...]) -> State | None:
            arguments = Arguments((*(TOP for _ in range(before)), *values))
            results.append(calls.apply_value(machine, begun, function, arguments, self.node, self.frame))
            return None if begun.is_dead else begun

        outer, machine.sink = machine.sink, Sink()
        if len(lengths) == len(parts) and min(lengths) <= 12:

            def nth(begun: State, place: int) -> State | None:
                return one(begun, tuple(part[place] for part in parts if part is not None))

            over = run_rounds(machine, self.state.copy(), min(lengths), nth)
            if over is not None and any(
                ref in over.things and over.things[ref].size != self.state.things[ref].size
                for source in sources
                for ref in source.refs
            ):
                machine.give_up(over, self.node, "what this iterates over is changed meanwhile")
        else:
            over = run_loop(
                machine,
                self.state.copy(),
                self.node,
                size.high,
                lambda begun, _: one(begun, tuple(source.each for source in sources)),
                source=frozenset(ref for source in sources for ref in source.refs)
                if len(sources) == 1
                else frozenset(),
            )
        inner, machine.sink = machine.sink, outer
        outer.take_failures(inner)
        self.state.become(over)
        return join_all(results) or TOP
