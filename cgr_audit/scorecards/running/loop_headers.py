"""Writing out what loops of tests go through, so that a program that replaces ``range`` or ``zip`` shortens no loop."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Mapping, Set
from types import MappingProxyType
from typing import Any

from cgr_audit.scorecards.running.name_uses import Replacing, names_bound, names_read

__all__ = ["with_written_headers"]

_MOST_ROWS = 1_000
_UNREADABLE = (ValueError, TypeError, OverflowError, SyntaxError, MemoryError, RecursionError)


class _NotWrittenError(Exception):
    """What a loop goes through is not there in the tests."""


def with_written_headers(tests: ast.Module, entry: str | None) -> ast.Module:
    """Tests in which ``for x in range(3)`` reads ``for x in [0, 1, 2]``, and ``assert all(...)`` is such a loop.

    ``range``, ``zip``, ``enumerate``, ``reversed``, ``list``, ``tuple``, ``sorted`` and ``items()`` of what is written
    out, or of names that are bound to it and used in headers alone, are worked out here, up to 1,000 rows.

    Args:
        tests: the tests; they are changed.
        entry: the function that is tested, which may have one of these names.
    """
    stored = names_bound(tests)
    bound = stored.keys() | {node.arg for node in ast.walk(tests) if isinstance(node, ast.arg)}
    bound |= {node.name for node in ast.walk(tests) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    bound |= {node.asname or node.name for node in ast.walk(tests) if isinstance(node, ast.alias)}
    writing = _Writing(bound | {entry or ""}, _tables(tests, stored))
    written: ast.Module = writing.visit(tests)
    cleared: ast.Module = Replacing({}, writing.used - names_read(written).keys()).visit(written)
    return cleared


def _tables(tests: ast.Module, stored: Counter[str]) -> dict[str, ast.expr]:
    """Literals that are bound to a name once, and that nothing but headers of loops and ``len`` can reach."""
    uses = names_read(tests)
    in_headers: Counter[str] = Counter()
    for node in ast.walk(tests):
        if isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.Call):
            in_headers.update(part.id for part in ast.walk(node.iter) if isinstance(part, ast.Name))
    found = {}
    for node in ast.walk(tests):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if stored[name] == 1 and uses[name] == in_headers[name] > 0:
                    found[name] = value
    return found


class _Writing(ast.NodeTransformer):
    """Puts lists in the place of calls."""

    def __init__(self, bound: Set[str], tables: Mapping[str, ast.expr]) -> None:
        self.used: set[str] = set()
        """Names of tables that were written out."""
        self._bound = bound
        self._tables = tables

    def visit_For(self, node: ast.For) -> ast.For:
        """A loop."""
        self.generic_visit(node)
        node.iter = self._written(node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        """A ``for`` of a comprehension."""
        self.generic_visit(node)
        node.iter = self._written(node.iter)
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        """An assertion, or a loop of them."""
        self.generic_visit(node)
        match node.test:
            case ast.Call(
                func=ast.Name(id="all"),
                args=[
                    ast.GeneratorExp(
                        elt=claim,
                        generators=[ast.comprehension(target=target, iter=ast.List(elts=[_, *_]) as rows, ifs=[])],
                    )
                ],
                keywords=[],
            ) if "all" not in self._bound:
                names = {part.id for part in ast.walk(target) if isinstance(part, ast.Name)}
                if any(isinstance(part, ast.NamedExpr) for part in ast.walk(claim)):
                    return node
                claimed = ast.Assert(_Renaming(names).visit(claim), node.msg)
                loop = ast.For(_Renaming(names).visit(target), rows, [ast.copy_location(claimed, node)], [])
                return ast.copy_location(loop, node)
        return node

    def _written(self, header: ast.expr) -> ast.expr:
        if not isinstance(header, ast.Call):
            return header
        try:
            rows = list(self._value(header))
            if len(rows) > _MOST_ROWS:
                return header
            written = ast.parse(repr(rows), mode="eval").body
            ast.literal_eval(written)
        except (*_UNREADABLE, _NotWrittenError):
            return header
        self.used |= {part.id for part in ast.walk(header) if isinstance(part, ast.Name)} & self._tables.keys()
        return ast.copy_location(written, header)

    def _value(self, node: ast.expr) -> Any:
        match node:
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if (
                name in _HEADERS and name not in self._bound
            ):
                return _HEADERS[name](*map(self._value, arguments))
            case ast.Call(func=ast.Attribute(value=table, attr="items"), args=[], keywords=[]):
                found = self._value(table)
                if not isinstance(found, dict):
                    raise _NotWrittenError
                return list(found.items())
            case ast.Name(id=name) if name in self._tables:
                return ast.literal_eval(self._tables[name])
            case _:
                return ast.literal_eval(node)


def _range(*bounds: int) -> range:
    found = range(*bounds)
    if len(found) > _MOST_ROWS:
        raise _NotWrittenError
    return found


_HEADERS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "range": _range,
        "zip": lambda *tables: list(zip(*tables, strict=False)),
        "enumerate": lambda *values: list(enumerate(*values)),
        "reversed": lambda values: list(reversed(values)),
        "list": list,
        "tuple": tuple,
        "sorted": sorted,
        "len": len,
    }
)


class _Renaming(ast.NodeTransformer):
    """Gives the names of a comprehension, which live in there alone, others that the tests do not use."""

    def __init__(self, names: Set[str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """A name."""
        return ast.Name(f"_each_{node.id}", copy.copy(node.ctx)) if node.id in self._names else node
