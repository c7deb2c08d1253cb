"""Expressions as text: one variable has one text wherever it stands."""

from __future__ import annotations

import ast

__all__ = ["text_of"]


def text_of(node: ast.AST) -> str:
    """What ``ast.unparse`` gives, without its cost for names and attributes of names."""
    attributes: list[str] = []
    while isinstance(node, ast.Attribute):
        attributes.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        return ".".join([node.id, *reversed(attributes)]) if attributes else node.id
    base = ast.unparse(node)
    return ".".join([base, *reversed(attributes)]) if attributes else base
