"""Places in a sequence that are written down."""

from __future__ import annotations

import ast

__all__ = ["written_place"]


def written_place(index: ast.expr) -> int | slice | None:
    """An index, or a slice whose bounds are written down or left out."""
    if not isinstance(index, ast.Slice):
        return _whole_number(index)
    parts = (index.lower, index.upper, index.step)
    bounds = [None if part is None else _whole_number(part) for part in parts]
    if bounds[2] == 0 or any(part is not None and bound is None for part, bound in zip(parts, bounds, strict=True)):
        return None
    return slice(*bounds)


def _whole_number(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int() as number):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
            return -number
    return None
