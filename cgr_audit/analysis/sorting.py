"""What sorting settles: keys under which no two elements are equal, and lists that are sorted before they are read."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cached_property

from cgr_audit.analysis.index import Index, position_of
from cgr_audit.analysis.scopes import Scope, Scopes

__all__ = ["SortedInPlace", "breaks_ties", "compared_parts", "sort_key"]


def sort_key(call: ast.Call) -> ast.expr | None:
    """What a call of ``sorted``, ``max`` or ``sort`` orders by."""
    return next((given.value for given in call.keywords if given.arg == "key"), None)


def breaks_ties(key: ast.expr) -> bool:
    """Whether a key holds the element itself, or its place in a sequence, so that no two are equal under it."""
    if isinstance(key, ast.Attribute):
        return key.attr == "index"
    if isinstance(key, ast.Name):
        return key.id in ("str", "repr")
    if not isinstance(key, ast.Lambda) or not key.args.args:
        return False
    parameter = key.args.args[0].arg
    return any(_is_own_place(part, parameter) for part in compared_parts(key.body))


class SortedInPlace:
    """The calls of ``list.sort`` in one program."""

    def __init__(self, index: Index, scopes: Scopes) -> None:
        self._index = index
        self._scopes = scopes

    def is_before(self, node: ast.Name) -> bool:
        """Whether ``name.sort()`` certainly ran before: a statement of a block around, further up."""
        sorts = self._sorts.get(self._variable(node), {})
        inner: ast.AST = node
        for around in self._index.ancestors(node) if sorts else ():
            if isinstance(inner, ast.stmt):
                first = sorts.get((around, _block_of(inner, around)))
                if first is not None and first < position_of(inner):
                    return True
            inner = around
        return False

    @cached_property
    def _sorts(self) -> dict[tuple[Scope | None, str], dict[tuple[ast.AST, str], tuple[int, int]]]:
        """Where each block first says ``name.sort()``, by the variable; with a key, ties would stay as they are."""
        found: dict[tuple[Scope | None, str], dict[tuple[ast.AST, str], tuple[int, int]]] = defaultdict(dict)
        for call in self._index.of(ast.Call):
            match call:
                case ast.Call(func=ast.Attribute(value=ast.Name() as owner, attr="sort")):
                    key = sort_key(call)
                    statement = self._index.parent(call)
                    block = self._index.parent(statement) if isinstance(statement, ast.Expr) else None
                    if block is not None and isinstance(statement, ast.Expr) and (key is None or breaks_ties(key)):
                        places = found[self._variable(owner)]
                        place = (block, _block_of(statement, block))
                        places[place] = min(places.get(place, position_of(statement)), position_of(statement))
        return found

    def _variable(self, node: ast.Name) -> tuple[Scope | None, str]:
        found = self._scopes.lookup(node)
        return (None if found is None else found.scope, node.id)


def _block_of(statement: ast.stmt, around: ast.AST) -> str:
    """Which list of statements one stands in: the last that does not begin after it."""
    for name in ("finalbody", "orelse"):
        block = getattr(around, name, None)
        if isinstance(block, list) and block and position_of(block[0]) <= position_of(statement):
            return name
    return "body"


def _is_own_place(part: ast.expr, parameter: str) -> bool:
    match part:
        case ast.Name(id=name):
            return name == parameter
        case ast.Call(func=ast.Attribute(attr="index"), args=[ast.Name(id=name)]):
            return name == parameter
        case ast.UnaryOp(operand=operand):
            return _is_own_place(operand, parameter)
    return False


def compared_parts(node: ast.expr) -> list[ast.expr]:
    """What is compared in turn: the elements of a tuple, or the one value."""
    return node.elts if isinstance(node, ast.Tuple) else [node]
