"""Expressions as text: one variable has one text wherever it stands."""

from __future__ import annotations

import ast

from cgr_audit.source.lowering.syntax import TemplateStr

__all__ = ["last_name", "text_of"]


def text_of(node: ast.AST) -> str:
    """What ``ast.unparse`` gives, without its cost for names and attributes of names.

    What holds an f-string is dumped: which of them can be written as text depends on the host.
    """
    attributes: list[str] = []
    while isinstance(node, ast.Attribute):
        attributes.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        return ".".join([node.id, *reversed(attributes)]) if attributes else node.id
    is_formatted = any(isinstance(part, ast.JoinedStr | TemplateStr) for part in ast.walk(node))
    base = ast.dump(node) if is_formatted else ast.unparse(node)
    return ".".join([base, *reversed(attributes)]) if attributes else base


def last_name(node: ast.expr) -> str:
    """The name of a variable, or the last one of a chain of attributes; empty for other expressions."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
