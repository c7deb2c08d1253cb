"""Telling claims that a program's own types may decide from those that set its objects against plain values.

That ``f(1) == Point(1, 2)`` holds can only be said by ``Point``, which the program defines. That ``f(1)`` equals ``2``
is not for the program to say: there, an object of its own equals nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from enum import Enum, auto
from typing import Any

from cgr_audit.sandbox.values import holds_opaque

__all__ = ["is_about_own_objects"]

_VALUES = frozenset(
    {"bool", "bytearray", "bytes", "complex", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"}
)
"""Types of values that leave the sandbox, so that the deciding instance sees which are of them."""
_TELLING_KIND = frozenset({"callable", "hasattr", "isinstance", "issubclass"})


class _Kind(Enum):
    """What an expression of a claim gives."""

    PLAIN = auto()
    OWN = auto()
    """An object of the program's, or a display that holds one."""
    MIXED = auto()
    """What came of an operation on both: anything that the program likes."""


class _SetAgainstPlain(Exception):  # noqa: N818  no error: a way out of the recursion
    """An object of the program's is compared with a plain value."""


def is_about_own_objects(claim: ast.expr, values: Sequence[Any]) -> bool:
    """Whether a claim asks the program's objects only of themselves and of each other.

    Args:
        claim: as ``split_assertions.split_claim`` gives it.
        values: those of its placeholders.
    """
    try:
        _Reading({f"_{place}": [value] for place, value in enumerate(values)}).truth(claim)
    except _SetAgainstPlain:
        return False
    return True


class _Reading:
    """Follows a claim from its parts."""

    def __init__(self, values: dict[str, list[Any]]) -> None:
        self._values = values
        """What names stand for; in a comprehension, one after the other."""

    def truth(self, node: ast.expr) -> _Kind:
        kind = self.kind(node)
        if kind is _Kind.MIXED:
            raise _SetAgainstPlain
        return _Kind.PLAIN

    def kind(self, node: ast.expr) -> _Kind:
        match node:
            case ast.Name(id=name):
                return _Kind.PLAIN if holds_opaque(self._values.get(name, [])) is None else _Kind.OWN
            case ast.Constant() | ast.Lambda():
                return _Kind.PLAIN
            case ast.Subscript(value=ast.Name(id=name)) if name in self._values:
                return self.kind(node.value)
            case ast.ListComp(elt=part) | ast.SetComp(elt=part) | ast.GeneratorExp(elt=part):
                return self._comprehended(node, [part])
            case ast.DictComp(key=key, value=value):
                return self._comprehended(node, [key, value])
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self.truth(operand)
            case ast.BoolOp(values=values):
                for value in values:
                    self.truth(value)
                return _Kind.PLAIN
            case ast.IfExp(test=test, body=body, orelse=other):
                self.truth(test)
                return _joined((self.kind(body), self.kind(other)))
            case ast.Compare():
                return self._compared(node)
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                return _Kind.OWN if _Kind.OWN in self._kinds(items) else _Kind.PLAIN
            case ast.Dict(keys=keys, values=values):
                return _Kind.OWN if _Kind.OWN in self._kinds([*filter(None, keys), *values]) else _Kind.PLAIN
            case ast.Call(func=ast.Name(id=name), args=[asked, *others], keywords=[]) if name in _TELLING_KIND:
                return self._told(asked, others)
            case _:
                return self._operation(node)

    def _kinds(self, nodes: Iterable[ast.expr]) -> list[_Kind]:
        kinds = [self.kind(node) for node in nodes]
        if _Kind.MIXED in kinds:
            raise _SetAgainstPlain
        return kinds

    def _compared(self, node: ast.Compare) -> _Kind:
        operands = [node.left, *node.comparators]
        for operator, one, other in zip(node.ops, operands, operands[1:], strict=False):
            if isinstance(operator, ast.Is | ast.IsNot):
                self._kinds((one, other))
            else:
                self._pair(one, other)
        return _Kind.PLAIN

    def _pair(self, one: ast.expr, other: ast.expr) -> None:
        match one, other:
            case (ast.List(elts=ones), ast.List(elts=others)) | (ast.Tuple(elts=ones), ast.Tuple(elts=others)) if len(
                ones
            ) == len(others):
                for left, right in zip(ones, others, strict=True):
                    self._pair(left, right)
                return
        kinds = {self.kind(one), self.kind(other)}
        if kinds != {_Kind.PLAIN} and (_Kind.PLAIN in kinds or _Kind.OWN not in kinds):
            raise _SetAgainstPlain

    def _told(self, asked: ast.expr, others: list[ast.expr]) -> _Kind:
        """What kind of object it is; that it is not a plain value is known, whatever it says."""
        if self.kind(asked) is _Kind.MIXED:
            raise _SetAgainstPlain
        names = {part.id for other in others for part in ast.walk(other) if isinstance(part, ast.Name)}
        if names & _VALUES and self.kind(asked) is _Kind.OWN:
            raise _SetAgainstPlain
        return _Kind.PLAIN

    def _comprehended(
        self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, parts: Sequence[ast.expr]
    ) -> _Kind:
        """A comprehension: what it goes through are rows of what was asked, or nothing of the program's."""
        match node.generators:
            case [ast.comprehension(target=ast.Tuple(elts=names), iter=rows, ifs=conditions)] if (
                self._rows(rows) is not None
            ):
                columns = zip(*(self._rows(rows) or ()), strict=False)
                bound = {name.id for name in names if isinstance(name, ast.Name)}
                found = dict(zip(sorted(bound, key=_place), map(list, columns), strict=False))
                inner = _Reading(self._values | found)
                for condition in conditions:
                    inner.truth(condition)
                return _joined(map(inner.kind, parts))
            case generators:
                return _joined(self.kind(generator.iter) for generator in generators)

    def _rows(self, node: ast.expr) -> list[Any] | None:
        """The rows that an expression stands for, all together."""
        match node:
            case ast.Name(id=name) if name in self._values:
                found = self._values[name]
            case ast.Subscript(value=ast.Name(id=name)) if name in self._values:
                found = [item for value in self._values[name] if isinstance(value, list) for item in value]
            case _:
                return None
        rows = [row for value in found if isinstance(value, list) for row in value]
        return rows if all(isinstance(row, tuple) for row in rows) else None

    def _operation(self, node: ast.expr) -> _Kind:
        """Anything else that is done with values."""
        parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
        parts += [word.value for word in getattr(node, "keywords", ())]
        return _joined(map(self.kind, parts))


def _place(name: str) -> int:
    return int(name.lstrip("_") or 0)


def _joined(kinds: Iterable[_Kind]) -> _Kind:
    found = set(kinds)
    return _Kind.PLAIN if found <= {_Kind.PLAIN} else _Kind.OWN if found == {_Kind.OWN} else _Kind.MIXED
