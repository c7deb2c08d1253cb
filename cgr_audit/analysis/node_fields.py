"""Which fields of each kind of node may hold nodes, so that a walk looks at no others."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import MappingProxyType

__all__ = ["NODE_FIELDS"]


def _kinds(kind: type[ast.AST]) -> Iterator[type[ast.AST]]:
    yield kind
    for narrower in kind.__subclasses__():
        yield from _kinds(narrower)


_WITHOUT_NODES = frozenset(
    {"arg", "asname", "attr", "ctx", "id", "is_async", "kind", "level", "module", "type_comment"}
)
"""Fields that hold names, numbers or contexts, whatever node they belong to."""

NODE_FIELDS = MappingProxyType(
    {kind: tuple(name for name in kind._fields if name not in _WITHOUT_NODES) for kind in _kinds(ast.AST)}
)
"""The fields of every kind of node that may hold nodes; contexts are none that anyone walks."""
