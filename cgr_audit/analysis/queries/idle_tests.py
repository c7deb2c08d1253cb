"""Tests that decide nothing: what is done on either outcome is written alike."""

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
    """The tests of ``if`` with the same on both sides, with every part of them."""
    for choice in index.of(ast.IfExp):
        if _written(choice.body) == _written(choice.orelse):
            yield from ast.walk(choice.test)
    for node in index.of(ast.If):
        following = _following(node, index) if len(node.body) <= _MOST else ()
        if len(node.body) <= _MOST and _done(node.body, following, _DEPTH) == _done(node.orelse, following, _DEPTH):
            yield from ast.walk(node.test)


def _done(block: Sequence[ast.stmt], following: Sequence[ast.stmt], depth: int) -> list[Hashable]:
    """What is done from a block on, to where it is left."""
    done: list[Hashable] = []
    whole = [*block, *following]
    for place, statement in enumerate(whole[: 2 * _MOST]):
        if isinstance(statement, ast.If) and depth > 0:
            rest = whole[place + 1 :]
            held = _done(statement.body, rest, depth - 1)
            return [*done, *held] if held == _done(statement.orelse, rest, depth - 1) else [*done, _written(statement)]
        done.append(_written(statement))
        if isinstance(statement, ast.Return | ast.Raise | ast.Break | ast.Continue):
            break
    return done


def _written(node: ast.AST) -> Hashable:
    """What is written in a node; nothing else is the same as one that is too large."""
    parts = list(islice(ast.walk(node), _LARGEST))
    if len(parts) == _LARGEST:
        return object()
    return tuple((type(part), *(_field(value) for _, value in ast.iter_fields(part))) for part in parts)


def _field(value: object) -> Hashable:
    if isinstance(value, list):
        return len(value), *(_field(part) for part in value)
    return "" if isinstance(value, ast.AST) else (type(value), str(value))


def _following(node: ast.If, index: Index) -> Sequence[ast.stmt]:
    """The statements behind it in its block."""
    for block in ("body", "orelse", "finalbody"):
        statements = getattr(index.parent(node), block, [])
        if isinstance(statements, list) and node in statements:
            return statements[statements.index(node) + 1 :]
    return ()
