"""Tests that decide nothing, because both branches do the same."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cgr_audit.analysis.index import Index

__all__ = ["idle_tests"]

_MOST = 6
"""More statements than this on either outcome are not compared."""
_DEPTH = 3
_LARGEST = 200


def idle_tests(index: Index) -> Iterator[ast.AST]:
    """Every node of every such test."""
    for choice in index.of(ast.IfExp):
        if _comparable(choice.body) == _comparable(choice.orelse):
            yield from ast.walk(choice.test)
    for node in index.of(ast.If):
        following = _following(node, index) if len(node.body) <= _MOST else ()
        if len(node.body) <= _MOST and _steps(node.body, following, _DEPTH) == _steps(node.orelse, following, _DEPTH):
            yield from ast.walk(node.test)


def _steps(block: Sequence[ast.stmt], following: Sequence[ast.stmt], depth: int) -> list[Hashable]:
    """The statements that run from a block on, in a form that can be compared."""
    done: list[Hashable] = []
    whole = [*block, *following]
    for place, statement in enumerate(whole[: 2 * _MOST]):
        if isinstance(statement, ast.If) and depth > 0:
            rest = whole[place + 1 :]
            held = _steps(statement.body, rest, depth - 1)
            is_idle = held == _steps(statement.orelse, rest, depth - 1)
            return [*done, *held] if is_idle else [*done, _comparable(statement)]
        done.append(_comparable(statement))
        if isinstance(statement, ast.Return | ast.Raise | ast.Break | ast.Continue):
            break
    return done


def _comparable(node: ast.AST) -> Hashable:
    """A node in a form that can be compared; one that is too large equals no other."""
    parts = list(islice(ast.walk(node), _LARGEST))
    if len(parts) == _LARGEST:
        return object()
    return tuple((type(part), *(_field(value) for _, value in ast.iter_fields(part))) for part in parts)


def _field(value: object) -> Hashable:
    if isinstance(value, list):
        return len(value), *(_field(part) for part in value)
    return "" if isinstance(value, ast.AST) else (type(value), str(value))


def _following(node: ast.If, index: Index) -> Sequence[ast.stmt]:
    """The statements after it in its block."""
    for block in ("body", "orelse", "finalbody"):
        statements = getattr(index.parent(node), block, [])
        if isinstance(statements, list) and node in statements:
            return statements[statements.index(node) + 1 :]
    return ()
