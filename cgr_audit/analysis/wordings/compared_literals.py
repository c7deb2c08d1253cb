"""The texts that a program compares others with: what a reply, or an item, must say for it to take another way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from cgr_audit.analysis.index import Index, position_of
from cgr_audit.analysis.wordings.reply_wordings import SEARCHING

__all__ = ["ComparedLiterals", "find_compared_literals"]

_LOOKING_UP = frozenset({"get", "pop"})
"""Methods of dictionaries whose first argument is looked up."""


@dataclass(frozen=True, slots=True)
class ComparedLiterals:
    """The texts in the order of the program, each once."""

    texts: tuple[str, ...]
    """Compared with something, searched for in it, or element of a collection that may be."""
    table_keys: tuple[str, ...]
    """Keys of dictionaries that are written down."""
    fields: tuple[str, ...]
    """Looked up in a mapping: what a reply in JSON must hold."""


def find_compared_literals(index: Index) -> ComparedLiterals:
    """Collect the texts of a program that its tests, searches and tables name."""
    keys = _ordered(key for node in index.of(ast.Dict) for key in node.keys if key is not None)
    compared = _ordered(_compared(index))
    return ComparedLiterals(_texts((*compared, *keys)), _texts(keys), _texts(_ordered(_fields(index))))


def _compared(index: Index) -> Iterator[ast.expr]:
    for comparison in index.of(ast.Compare):
        for side in (comparison.left, *comparison.comparators):
            yield from _elements(side)
    for collection in index.of(ast.Tuple, ast.List, ast.Set):
        yield from _elements(collection)
    for pattern in index.of(ast.MatchValue):
        yield pattern.value
    for call in index.of(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr in SEARCHING:
            for argument in call.args:
                yield from _elements(argument)


def _fields(index: Index) -> Iterator[ast.expr]:
    for subscript in index.of(ast.Subscript):
        yield subscript.slice
    for call in index.of(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr in _LOOKING_UP and call.args:
            yield call.args[0]


def _elements(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        yield from node.elts
    elif isinstance(node, ast.expr):
        yield node


def _ordered(nodes: Iterator[ast.expr]) -> list[ast.expr]:
    return sorted(nodes, key=position_of)


def _texts(nodes: tuple[ast.expr, ...] | list[ast.expr]) -> tuple[str, ...]:
    values = (node.value for node in nodes if isinstance(node, ast.Constant))
    return tuple(dict.fromkeys(value for value in values if isinstance(value, str) and value.strip()))
