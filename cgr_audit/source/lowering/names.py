"""Names as Python knows them, and what is done with them: read, stored, deleted."""

from __future__ import annotations

import ast
import unicodedata
from typing import Any, Final

__all__ = ["DELETE", "LOAD", "STORE", "identifier", "target"]

LOAD: Final = ast.Load()
STORE: Final = ast.Store()
DELETE: Final = ast.Del()


def identifier(name: str) -> str:
    """A name as Python knows it: in normal form KC."""
    return name if name.isascii() else unicodedata.normalize("NFKC", name)


def target(expression: Any, context: ast.expr_context = STORE) -> Any:
    """Turn an expression that was read into a target that is stored or deleted."""
    pending = [expression]
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
            node.ctx = context
        elif isinstance(node, ast.Starred):
            node.ctx = context
            pending.append(node.value)
        elif isinstance(node, (ast.Tuple, ast.List)):
            node.ctx = context
            pending.extend(node.elts)
    return expression
