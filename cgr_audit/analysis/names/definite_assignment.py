"""Which names are bound on every path, and which on some, where a function reads them.

A forward data-flow analysis over the control-flow graph; one bit per name.
"""

from __future__ import annotations

import ast
import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cgr_audit.analysis.flow.flow_graph import Block, FlowGraph
from cgr_audit.analysis.names.binding_effects import Bound, Effects, join

__all__ = ["Assignment", "Reading", "definite_assignment"]


@dataclass(slots=True)
class Reading:
    """What is known where one name is read, or one call is made, over all copies of its block."""

    every: int = -1
    some: int = 0

    def add(self, bound: Bound) -> None:
        """Take in one more copy."""
        self.every &= bound.every
        self.some |= bound.some


@dataclass(slots=True)
class Assignment:
    """The result for one function, class or module."""

    bits: Mapping[str, int]
    at_end: Bound | None
    """What is bound where it is left without an exception; nothing if it never is."""
    readings: dict[ast.Name, Reading] = field(default_factory=dict)
    """The names read where control can come."""
    calls: dict[ast.Call, Reading] = field(default_factory=dict)
    """The calls made where control can come."""


def definite_assignment(
    flow: FlowGraph,
    names: frozenset[str],
    parameters: frozenset[str],
    is_own: Callable[[ast.Name], bool],
    never_fails: Callable[[ast.stmt], bool],
    is_nonempty: Callable[[ast.expr], bool],
) -> Assignment:
    """Follow some names through a graph.

    Args:
        flow: the graph of the function's, class's or module's body.
        names: the names to follow; all must belong to its scope.
        parameters: those of them that are bound from the start.
        is_own: whether a name in the text means one of them.
        never_fails: whether an import is certain to succeed.
        is_nonempty: whether an iterable certainly holds an element.
    """
    bits = {name: 1 << position for position, name in enumerate(sorted(names))}
    given = sum(bits[name] for name in parameters & names)
    effects = Effects(bits, is_own, never_fails, is_nonempty)
    before = _fixpoint(flow, effects, Bound(given, given))
    ends = [before[end] for end in (flow.returned, flow.ended) if end in before]
    result = Assignment(bits, None if not ends else ends[0] if len(ends) == 1 else join(*ends))
    effects.on_read = lambda name, bound: result.readings.setdefault(name, Reading()).add(bound)
    effects.on_call = lambda call, bound: result.calls.setdefault(call, Reading()).add(bound)
    for block, bound in before.items():
        effects.leave(block, bound)
    return result


def _fixpoint(flow: FlowGraph, effects: Effects, start: Bound) -> dict[Block, Bound]:
    """What is bound before each block that is reached."""
    order = {block: position for position, block in enumerate(flow.blocks)}
    blocks = list(order)
    before: dict[Block, Bound] = {flow.entry: start}
    waiting = [order[flow.entry]]
    queued = {flow.entry}
    while waiting:
        block = blocks[heapq.heappop(waiting)]
        queued.discard(block)
        after = effects.leave(block, before[block])
        for target, kind in flow.successors(block).items():
            held = before.get(target)
            joined = after[kind] if held is None else join(held, after[kind])
            if joined != held:
                before[target] = joined
                if target not in queued:
                    queued.add(target)
                    heapq.heappush(waiting, order[target])
    return before
