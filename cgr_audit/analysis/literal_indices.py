"""Indices and slices that are written as literals."""

from __future__ import annotations

import ast

__all__ = ["literal_index", "literal_integer"]


def literal_index(index: ast.expr) -> int | slice | None:
    """The index, or the slice whose bounds are literals or left out; nothing for others."""
    if not isinstance(index, ast.Slice):
        return literal_integer(index)
    parts = (index.lower, index.upper, index.step)
    bounds = [literal_integer(part) for part in parts]
    if bounds[2] == 0 or any(part is not None and bound is None for part, bound in zip(parts, bounds, strict=True)):
        return None
    return slice(*bounds)


def literal_integer(node: ast.expr | None) -> int | None:
    """The integer that a literal, with or without a minus sign, stands for."""
    match node:
        case ast.Constant(value=int() as number):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
            return -number
    return None
