"""Cyclomatic complexity, from the control-flow graph without its exception edges.

McCabe, *A complexity measure*, 1976: ``e - n + 2`` for each function. Expressions that branch (``and``, ``or``,
conditional expressions, comprehensions) stand in the graph as one block; spelled out, each decision in them would add
one edge more than nodes, so they are counted as such.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.flow.control_flow import ControlFlow
from cgr_audit.analysis.flow.flow_graph import Block, Edge
from cgr_audit.analysis.index import Index

__all__ = ["Complexity"]

_Definition = ast.FunctionDef | ast.AsyncFunctionDef
_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Complexity:
    """The complexities of one program."""

    def __init__(self, index: Index, flow: ControlFlow) -> None:
        self._index = index
        self._flow = flow

    def of(self, owner: _Definition | ast.Module) -> int:
        """The complexity of a function's body, without those of functions inside it; of the module's body."""
        flow = self._flow.graph(owner)
        finals = [node.finalbody for node in self._index.of(ast.Try)]
        finals += [node.finalbody for node in self._index.of(ast.TryStar)]
        copied = {part for body in finals for statement in body for part in ast.walk(statement)}
        reached = flow.reached_from([flow.entry], exceptions=False)

        def merged(block: Block) -> object:
            """What stands for a block: its statement, so that a loop's head count once; not in ``finally``."""
            return block if block.node is None or block.node in copied else block.node

        nodes = {merged(block) for block in reached}
        edges = {
            (merged(source), merged(target))
            for source in reached
            for target, kind in flow.successors(source).items()
            if kind is not Edge.EXCEPTION and target in reached
        }
        ends = len(nodes - {source for source, _ in edges})
        branches = len(edges) - len(nodes) + ends + 1
        return max(branches, 1) + sum(_decisions(block.node) for block in _once(reached))

    def of_program(self) -> int:
        """``e - n + 2p`` over all functions of the program and its module body, where that is more than definitions."""
        functions: list[_Definition] = list(self._index.of(ast.FunctionDef))
        functions += self._index.of(ast.AsyncFunctionDef)
        total = sum(self.of(function) for function in functions)
        rest = [part for part in self._index.tree.body if not isinstance(part, (*_INNER, ast.Import, ast.ImportFrom))]
        return total + (self.of(self._index.tree) if rest or not functions else 0)


def _once(blocks: frozenset[Block]) -> Iterator[Block]:
    seen: set[ast.AST] = set()
    for block in blocks:
        if block.node is not None and block.node not in seen:
            seen.add(block.node)
            yield block


def _decisions(node: ast.AST | None) -> int:
    """The decisions inside the expressions that a block evaluates."""
    found = 0
    waiting: list[ast.AST] = list(_own_expressions(node))
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.BoolOp):
            found += len(part.values) - 1
        elif isinstance(part, ast.IfExp):
            found += 1
        elif isinstance(part, ast.comprehension):
            found += 1 + len(part.ifs)
        if not isinstance(part, ast.Lambda):
            waiting.extend(ast.iter_child_nodes(part))
    return found


def _own_expressions(node: ast.AST | None) -> Iterator[ast.AST]:
    """The expressions directly under a statement or case, not those of the statements inside it."""
    if node is None or isinstance(node, _INNER):
        return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr | ast.withitem | ast.keyword):
            yield child
