"""The control-flow graph of one function: its blocks, its edges, and how it can end."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import networkx as nx

__all__ = ["Block", "BlockKind", "Edge", "FlowGraph"]


class BlockKind(StrEnum):
    """What a block is."""

    ENTRY = "entry"
    STATEMENT = "statement"
    """A simple statement, or the test, iteration, subject or context of a compound one."""
    HANDLER = "handler"
    """The start of an exception handler."""
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
    """The statement or handler."""


class FlowGraph:
    """The graph of one function or module body.

    Edges carry ``kind`` (:class:`Edge`). Blocks that nothing reaches are in the graph, without a way in.
    """

    def __init__(self) -> None:
        self.graph: nx.DiGraph[Block] = nx.DiGraph()
        self.entry = self.add(BlockKind.ENTRY)
        self.returned = self.add(BlockKind.RETURNED)
        self.ended = self.add(BlockKind.ENDED)
        self.raised = self.add(BlockKind.RAISED)

    def add(self, kind: BlockKind, node: ast.AST | None = None) -> Block:
        """Add a block without edges."""
        block = Block(kind, node)
        self.graph.add_node(block)
        return block

    def connect(self, source: Block, target: Block, kind: Edge) -> None:
        """Add an edge; where there is one already, it stays."""
        if not self.graph.has_edge(source, target):
            self.graph.add_edge(source, target, kind=kind)

    @cached_property
    def reached(self) -> frozenset[Block]:
        """The blocks that some path from the entry reaches."""
        return frozenset(nx.descendants(self.graph, self.entry)) | {self.entry}

    @property
    def returns_never(self) -> bool:
        """Whether no path ends but by an exception: a call of this function does not come back."""
        return self.returned not in self.reached and self.ended not in self.reached

    def endings(self) -> Iterator[ast.AST]:
        """The nodes from which a path ends without a value, in the order of the text.

        A bare ``return``, or the statement that falls off the end: the last one, a test that does not hold, a
        loop that is left by its test, a ``match`` of which no case matches. Nothing for an empty graph.
        """
        found = [block.node for block in self.graph.predecessors(self.ended) if block in self.reached]
        nodes = {node for node in found if node is not None}
        yield from sorted(nodes, key=lambda node: (node.lineno, node.col_offset))  # type: ignore[attr-defined]
