"""Where the statements of one function stand in its graph, and which of its variables may hold one object."""

from __future__ import annotations

import ast
from functools import cached_property
from itertools import permutations

from cgr_audit.analysis.exhaustive_tests import closing_test
from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.flow.flow_graph import Block, FlowGraph

__all__ = ["FlowPlaces"]


class FlowPlaces:
    """Answers for one graph, shared by the loops in it."""

    def __init__(self, flow: FlowGraph) -> None:
        self.flow = flow

    @cached_property
    def blocks_of(self) -> dict[ast.AST, list[Block]]:
        """The blocks of each statement that control comes to; one in a ``finally`` or a loop has several."""
        found: dict[ast.AST, list[Block]] = {}
        for block in self.flow.blocks:
            if block.node is not None and block in self.flow.reached:
                found.setdefault(block.node, []).append(block)
        return found

    @cached_property
    def closing(self) -> frozenset[ast.AST]:
        """The tests that always hold, because the tests of their chain leave no case over."""
        found = (closing_test(node) for node in self.blocks_of if isinstance(node, ast.If))
        return frozenset(test for test in found if test is not None)

    @cached_property
    def copies(self) -> dict[str, set[str]]:
        """For each variable, those that the function somewhere sets to it, or it to them, or both to the same."""
        found: dict[str, set[str]] = {}
        for node in self.blocks_of:
            if isinstance(node, ast.Assign):
                texts = [text_of(part) for part in node.targets if isinstance(part, ast.Name | ast.Attribute)]
                if isinstance(node.value, ast.Name | ast.Attribute):
                    texts.append(text_of(node.value))
                for one, other in permutations(texts, 2):
                    found.setdefault(one, set()).add(other)
        return found

    @cached_property
    def setting(self) -> dict[str, set[ast.AST]]:
        """For each variable, the statements that by themselves set it anew."""
        found: dict[str, set[ast.AST]] = {}
        for node in self.blocks_of:
            match node:
                case ast.Assign(targets=targets):
                    pass
                case ast.AnnAssign(target=target) | ast.For(target=target) | ast.AsyncFor(target=target):
                    targets = [target]
                case _:
                    continue
            for part in (part for target in targets for part in ast.walk(target)):
                if isinstance(part, ast.Name | ast.Attribute) and isinstance(part.ctx, ast.Store):
                    found.setdefault(text_of(part), set()).add(node)
        return found
