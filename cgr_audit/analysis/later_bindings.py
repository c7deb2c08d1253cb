"""Which names may be bound again between an assignment and a use, by the order of the text."""

from __future__ import annotations

import ast

from cgr_audit.analysis.index import blocks_of

__all__ = ["may_still_hold"]

_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def may_still_hold(function: ast.AST, binding: ast.AST, use: ast.expr, name: str) -> bool:
    """Whether what a statement binds to a name certainly is still bound on the way from there to a use.

    It is not where control leaves the block in between, or where anything in between binds the name again.
    """
    for block, place in _path(function, binding):
        for statement in block[place + 1 :]:
            if _holds(statement, use):
                return isinstance(statement, ast.Return | ast.Expr | ast.Assign)
            if isinstance(statement, _LEAVING) or _binds(statement, name):
                return False
    return False


def _path(owner: ast.AST, node: ast.AST) -> list[tuple[list[ast.stmt], int]]:
    """The blocks around a node, innermost first, and its place in each."""
    found: list[tuple[list[ast.stmt], int]] = []
    while True:
        inner = next(
            ((block, place) for block in blocks_of(owner) for place, part in enumerate(block) if _holds(part, node)),
            None,
        )
        if inner is None:
            return found[::-1]
        found.append(inner)
        owner = inner[0][inner[1]]


def _holds(statement: ast.stmt, node: ast.AST) -> bool:
    return any(part is node for part in ast.walk(statement))


def _binds(statement: ast.stmt, name: str) -> bool:
    return any(
        isinstance(part, ast.Name) and part.id == name and not isinstance(part.ctx, ast.Load)
        for part in ast.walk(statement)
    )
