"""Makes a program small while something still holds for it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import partial

__all__ = ["shrink"]

_BLOCKS = ("body", "orelse", "finalbody")


def shrink(text: str, holds: Callable[[str], bool], attempts: int = 250) -> str:
    """Drop and simplify statements and expressions as long as it still holds, in so many attempts at most."""
    text = ast.unparse(ast.parse(text))
    left = attempts
    place = 0
    while left > 0 and (smaller := _changed(text, place)) is not None:
        left -= 1
        if smaller and smaller != text and _compiles(smaller) and holds(smaller):
            text = smaller
        else:
            place += 1
    return text


def _changed(text: str, place: int) -> str | None:
    """The program with the change of this number made; empty where that makes none, nothing past the last change."""
    tree = ast.parse(text)
    for number, change in enumerate(_changes(tree)):
        if number == place:
            change()
            try:
                return ast.unparse(ast.fix_missing_locations(tree))
            except (ValueError, AttributeError, TypeError):
                return ""
    return None


def _compiles(text: str) -> bool:
    try:
        compile(text, "<scaffold>", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


def _changes(tree: ast.Module) -> Iterator[Callable[[], object]]:
    """Things to do to a tree that make it smaller, those to statements first."""
    nodes = list(ast.walk(tree))
    for node in nodes:
        for name in _BLOCKS:
            body = getattr(node, name, None)
            if isinstance(body, list) and body:
                yield from _statement_changes(body, may_be_empty=name != "body")
        for name in ("handlers", "cases"):
            parts = getattr(node, name, None)
            if parts and len(parts) > 1:
                yield from (partial(parts.pop, place) for place in range(len(parts)))
    for node in nodes:
        yield from _expression_changes(node)


def _statement_changes(body: list[ast.stmt], *, may_be_empty: bool) -> Iterator[Callable[[], object]]:
    for place, statement in enumerate(body):
        if len(body) > 1 or may_be_empty:
            yield partial(body.pop, place)
        elif not isinstance(statement, ast.Pass):
            yield partial(body.__setitem__, place, ast.Pass())
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            continue
        for name in _BLOCKS:
            part = getattr(statement, name, None)
            if isinstance(part, list) and part:
                yield partial(body.__setitem__, slice(place, place + 1), part)


def _expression_changes(node: ast.AST) -> Iterator[Callable[[], object]]:
    """Put a part of an expression in its place."""
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.expr) and name not in ("target", "func"):
            yield from (partial(setattr, node, name, part) for part in _parts(value))
        elif isinstance(value, list) and name in ("args", "elts"):
            for place, one in enumerate(value):
                yield from (partial(value.__setitem__, place, part) for part in _parts(one))


def _parts(node: ast.AST) -> list[ast.expr]:
    return [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
