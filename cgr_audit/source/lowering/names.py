"""Names as Python knows them, and what is done with them: read, stored, deleted."""

from __future__ import annotations

import ast
import unicodedata
from typing import Final

import libcst as cst

__all__ = ["DELETE", "LOAD", "STORE", "identifier", "with_context"]

LOAD: Final = ast.Load()
STORE: Final = ast.Store()
DELETE: Final = ast.Del()


def identifier(name: cst.Name) -> str:
    """A name as Python knows it: in normal form KC."""
    value = name.value
    return value if value.isascii() else unicodedata.normalize("NFKC", value)


def with_context(target: ast.expr, context: ast.expr_context) -> ast.expr:
    """Turn an expression that was read into a target that is stored or deleted."""
    pending = [target]
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
    return target
