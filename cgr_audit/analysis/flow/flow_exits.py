"""How control leaves statements: by jumps and exceptions, through the ``finally`` bodies, handlers and ``with`` around.

A ``finally`` body is copied once for each way of leaving its ``try``: by its end, an exception, a ``return`` with or
without a value, ``break``, ``continue``. Inside two such copies there is one body for all ways, which may be left by
any way that enters it: copies would double with each ``finally`` inside another.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum, auto

from cgr_audit.analysis.flow.exceptions import Raised, catches
from cgr_audit.analysis.flow.flow_graph import Block, BlockKind, Edge, FlowGraph
from cgr_audit.analysis.scopes import Scopes

__all__ = ["Exits", "Finally", "Frame", "Frontier", "Handlers", "LoopFrame", "Swallow", "Unbind"]

_MOST_COPIES_AROUND = 2
"""Inside how many copies of ``finally`` bodies another one is still copied."""
Frontier = list[tuple[Block, Edge]]
"""Blocks that control has left, with the kind of edge that will lead on."""


class _Way(StrEnum):
    """A way of leaving a ``try`` statement."""

    END = auto()
    EXCEPTION = auto()
    VALUE = auto()
    NO_VALUE = auto()
    BREAK = auto()
    CONTINUE = auto()
    ANY = auto()


@dataclass(slots=True)
class LoopFrame:
    """A loop, and the blocks from which its body is left or its next iteration begins."""

    breaks: Frontier = field(default_factory=list)
    continues: Frontier = field(default_factory=list)


@dataclass(slots=True)
class Handlers:
    """The handlers of a ``try``, while its body is built."""

    handlers: list[tuple[ast.ExceptHandler, Block]]


@dataclass(slots=True)
class _Copy:
    start: Block
    left: Frontier


@dataclass(slots=True)
class Finally:
    """A ``finally`` body, while what it protects is built."""

    build: Callable[[Frontier], Frontier]
    """Adds a copy of it to the graph."""
    copies: dict[_Way, _Copy] = field(default_factory=dict)
    served: set[_Way] = field(default_factory=set)
    """The ways that have been led on to where they go."""


@dataclass(slots=True)
class Unbind:
    """The end of a handler, which takes away the name of its exception."""

    handler: ast.ExceptHandler


@dataclass(slots=True)
class Swallow:
    """A ``with`` that may keep exceptions from leaving it."""

    after: Frontier = field(default_factory=list)


Frame = LoopFrame | Handlers | Finally | Swallow | Unbind


class Exits:
    """Leads control out of the statements around, innermost first."""

    def __init__(self, flow: FlowGraph, scopes: Scopes) -> None:
        self._flow = flow
        self._scopes = scopes
        self._copies_around = 0
        self.frames: list[Frame] = []

    def jump(self, node: ast.stmt, frontier: Frontier) -> None:
        """Leave by ``return``, ``break`` or ``continue``."""
        way = _way(node)
        for depth in range(len(self.frames) - 1, -1, -1):
            frame = self.frames[depth]
            if isinstance(frame, Finally):
                frontier = self._through(frame, depth, way, frontier)
                if not frontier:
                    return
            elif isinstance(frame, Unbind):
                frontier = self.unbind(frame.handler, frontier)
            elif isinstance(frame, LoopFrame) and way in (_Way.BREAK, _Way.CONTINUE):
                (frame.breaks if way is _Way.BREAK else frame.continues).extend(frontier)
                return
        self._flow.join(frontier, self._flow.returned if way is _Way.VALUE else self._flow.ended)

    def exception(self, block: Block, raised: Raised) -> None:
        """Leave by an exception."""
        sources: Frontier = [(block, Edge.EXCEPTION)]
        for depth in range(len(self.frames) - 1, -1, -1):
            frame = self.frames[depth]
            if isinstance(frame, Finally):
                sources = self._through(frame, depth, _Way.EXCEPTION, sources)
                if not sources:
                    return
                raised = None  # whatever else passes here later takes the same way
            elif isinstance(frame, Swallow):
                frame.after.extend(sources)
            elif isinstance(frame, Unbind):
                sources = [(left, Edge.EXCEPTION) for left, _ in self.unbind(frame.handler, sources)]
            elif isinstance(frame, Handlers) and self._caught(frame, sources, raised):
                return
        self._flow.join(sources, self._flow.raised)

    def end(self, frame: Finally, frontier: Frontier) -> Frontier:
        """Come to the end of what a ``finally`` body protects, when its frame is none of the frames any more."""
        return self._through(frame, len(self.frames), _Way.END, frontier)

    def unbind(self, handler: ast.ExceptHandler, frontier: Frontier) -> Frontier:
        """Come to the end of a handler that has a name for its exception."""
        if not frontier:
            return []
        block = self._flow.add(BlockKind.UNBINDING, handler)
        self._flow.join(frontier, block)
        return [(block, Edge.NEXT)]

    def _through(self, frame: Finally, depth: int, way: _Way, frontier: Frontier) -> Frontier:
        """Go through a ``finally`` body; nothing is left to lead on where another has gone the same way before."""
        key = _Way.ANY if self._copies_around >= _MOST_COPIES_AROUND else way
        if key not in frame.copies:
            start = self._flow.add(BlockKind.JUNCTION)
            frame.copies[key] = _Copy(start, self._copy(frame, depth, [(start, Edge.NEXT)]))
        self._flow.join(frontier, frame.copies[key].start)
        if not frontier or way in frame.served:
            return []
        frame.served.add(way)
        return frame.copies[key].left

    def _copy(self, frame: Finally, depth: int, frontier: Frontier) -> Frontier:
        inner, self.frames = self.frames, self.frames[:depth]
        self._copies_around += 1
        left = frame.build(frontier)
        self._copies_around -= 1
        self.frames = inner
        return left

    def _caught(self, frame: Handlers, sources: Frontier, raised: Raised) -> bool:
        for handler, start in frame.handlers:
            answer = catches(handler, raised, self._scopes)
            if answer is not False:
                self._flow.join(sources, start)
            if answer:
                return True
        return False


def _way(node: ast.stmt) -> _Way:
    if isinstance(node, ast.Break):
        return _Way.BREAK
    if isinstance(node, ast.Continue):
        return _Way.CONTINUE
    return _Way.VALUE if isinstance(node, ast.Return) and node.value is not None else _Way.NO_VALUE
