"""Which names tests bind and read, and putting values in the place of names that are read."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Mapping, Set

__all__ = ["Replacing", "is_stored", "names_bound", "names_read"]


def is_stored(name: ast.Name) -> bool:
    """Whether a name is bound, or deleted, and not read."""
    return not isinstance(name.ctx, ast.Load)


def names_bound(tree: ast.AST) -> Counter[str]:
    """How often each name is bound or deleted as a variable."""
    return Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and is_stored(node))


def names_read(tree: ast.AST) -> Counter[str]:
    """How often each name is read."""
    return Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not is_stored(node))


class Replacing(ast.NodeTransformer):
    """Puts values in the place of names that are read, and nothing in the place of assignments to unused ones."""

    def __init__(self, values: Mapping[str, ast.expr], unused: Set[str] = frozenset()) -> None:
        """Take what names are replaced by, and the names that nothing uses any more."""
        self._values = values
        self._unused = unused

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """An assignment, unless nothing uses the name any more."""
        match node.targets:
            case [ast.Name(id=name)] if name in self._unused:
                return ast.copy_location(ast.Pass(), node)
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A name, or its value."""
        if is_stored(node) or node.id not in self._values:
            return node
        return ast.copy_location(copy.deepcopy(self._values[node.id]), node)
