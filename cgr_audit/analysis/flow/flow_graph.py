"""The control-flow graph of one function: its blocks, its edges, and how it can end."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from cgr_audit.analysis.index import position_of

__all__ = ["Block", "BlockKind", "Edge", "FlowGraph"]


class BlockKind(StrEnum):
    """What a block is."""

    ENTRY = "entry"
    STATEMENT = "statement"
    """A simple statement, or the test, iteration, subject, case or context of a compound one."""
    HANDLER = "handler"
    """The start of an exception handler."""
    UNBINDING = "unbinding"
    """The end of an exception handler, where the name of its exception is taken away."""
    JUNCTION = "junction"
    """Where paths meet: before a copy of a ``finally`` body, or behind the ``with`` that swallows exceptions.

    Nothing happens here; the node is the ``with``, if it is one.
    """
    RETURNED = "returned"
    """The function has returned an explicit value."""
    ENDED = "ended"
    """The function has ended by a bare ``return`` or by falling off its end."""
    RAISED = "raised"
    """The function was left by an exception."""


class Edge(StrEnum):
    """Why control goes from one block to another."""

    NEXT = "next"
    TRUE = "true"
    """The test held, or the iterable gave another value, or the case matched."""
    FALSE = "false"
    EXCEPTION = "exception"


@dataclass(frozen=True, eq=False, slots=True)
class Block:
    """One node of the graph. A statement has several where it ends several paths (``finally``)."""

    kind: BlockKind
    node: ast.AST | None = None
    """The statement, case or handler."""


class FlowGraph:
    """The graph of one function or module body.

    Blocks that nothing reaches are in the graph, without a way in.
    """

    def __init__(self) -> None:
        self._successors: dict[Block, dict[Block, Edge]] = {}
        self.entry = self.add(BlockKind.ENTRY)
        self.returned = self.add(BlockKind.RETURNED)
        self.ended = self.add(BlockKind.ENDED)
        self.raised = self.add(BlockKind.RAISED)

    def add(self, kind: BlockKind, node: ast.AST | None = None) -> Block:
        """Add a block without edges."""
        block = Block(kind, node)
        self._successors[block] = {}
        return block

    def connect(self, source: Block, target: Block, kind: Edge) -> None:
        """Add an edge; where there is one already, it stays."""
        self._successors[source].setdefault(target, kind)

    def join(self, frontier: Iterable[tuple[Block, Edge]], target: Block) -> None:
        """Lead blocks that control has left on to one block."""
        for source, kind in frontier:
            self.connect(source, target, kind)

    @property
    def blocks(self) -> Iterable[Block]:
        """Every block, in the order in which they were made: that of the text, but for copies."""
        return self._successors.keys()

    def successors(self, block: Block) -> Mapping[Block, Edge]:
        """Where control may go from a block, and why."""
        return self._successors[block]

    @cached_property
    def predecessors(self) -> Mapping[Block, tuple[Block, ...]]:
        """From where control may come to each block."""
        found: dict[Block, list[Block]] = {block: [] for block in self._successors}
        for source, targets in self._successors.items():
            for target in targets:
                found[target].append(source)
        return {block: tuple(sources) for block, sources in found.items()}

    @cached_property
    def reached(self) -> frozenset[Block]:
        """The blocks that some path from the entry reaches."""
        return self.reached_from([self.entry])

    @cached_property
    def reached_nodes(self) -> frozenset[ast.AST]:
        """The statements, cases and handlers that some path from the entry reaches."""
        return frozenset(block.node for block in self.reached if block.node is not None)

    def reached_from(
        self, starts: Iterable[Block], *, without: frozenset[Block] = frozenset(), exceptions: bool = True
    ) -> frozenset[Block]:
        """The blocks that some path reaches from any of these, through no block of ``without``.

        ``exceptions`` says whether paths take the edges of exceptions.
        """
        found: set[Block] = set()
        waiting = [block for block in starts if block not in without]
        while waiting:
            block = waiting.pop()
            if block in found:
                continue
            found.add(block)
            for target, kind in self._successors[block].items():
                if target not in without and (exceptions or kind is not Edge.EXCEPTION):
                    waiting.append(target)
        return frozenset(found)

    @property
    def returns_never(self) -> bool:
        """Whether no path ends but by an exception: a call of this function does not come back."""
        return self.returned not in self.reached and self.ended not in self.reached

    def endings(self) -> Iterator[ast.AST]:
        """The nodes from which a path ends without a value, in the order of the text.

        A bare ``return``, or the statement that falls off the end: the last one, a test that does not hold, a
        loop that is left by its test, a ``match`` of which no case matches. Nothing for an empty graph.
        """
        nodes: set[ast.AST] = set()
        waiting = list(self.predecessors[self.ended])
        while waiting:
            block = waiting.pop()
            if block.kind is BlockKind.UNBINDING or isinstance(block.node, ast.match_case):
                waiting.extend(self.predecessors[block])
            elif block in self.reached and block.node is not None:
                nodes.add(block.node)
        yield from sorted(nodes, key=position_of)
