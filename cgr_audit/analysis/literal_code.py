"""Texts and data that are written out in a program, and what running such a text can do."""

from __future__ import annotations

import ast

__all__ = ["is_arithmetic", "is_data", "written_text"]

_LONGEST = 1000
_ARITHMETIC = (
    ast.Expression, ast.Constant, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Tuple, ast.List,
    ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context,
)  # fmt: skip


def written_text(node: ast.expr) -> str | None:
    """A constant text, or the sum of several."""
    parts, waiting = list[str](), [node]
    while waiting:
        match waiting.pop():
            case ast.Constant(value=str() as part):
                parts.append(part)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                waiting += [right, left]
            case _:
                return None
    return "".join(parts)


def is_data(node: ast.expr) -> bool:
    """Whether an expression is made of constants and displays of them alone."""
    kinds = (ast.Constant, ast.Dict, ast.List, ast.Tuple, ast.Set, ast.expr_context)
    return all(isinstance(part, kinds) for part in ast.walk(node))


def is_arithmetic(code: ast.expr) -> bool:
    """Whether a text that is run as code calculates with constants alone: it names nothing and calls nothing."""
    text = written_text(code)
    if text is None or len(text) > _LONGEST:
        return False
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return all(isinstance(part, _ARITHMETIC) for part in ast.walk(tree))
