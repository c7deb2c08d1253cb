"""Markers: texts that a program splits other texts at, so that a missing one means that a text cannot be parsed."""

from __future__ import annotations

import ast
import re
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cgr_audit.analysis.index import Index

__all__ = ["Markers", "absent_text", "is_absence"]

_CUTTING = frozenset((
    "find", "index", "partition", "removeprefix", "removesuffix", "rfind", "rindex", "rpartition", "rsplit", "split",
))  # fmt: skip
_SEEKING = frozenset(("endswith", "startswith"))
_WORD = re.compile(r"[^\W_]{2,}")
_LONG = 100
"""A reply of this many characters says something."""


class Markers:
    """The markers of one program."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def is_marker(self, text: str) -> bool:
        """Whether a text is punctuation, a label such as ``A)`` or ``Options:``, or a text that others are split at."""
        plain = text.strip().lower()
        return not _WORD.search(plain) or plain.endswith(":") or plain in self._cuts

    def is_unasked(self, test: ast.AST) -> bool:
        """Whether a test of a response certainly does not look for a marker.

        It looks for a text that no other text of the program asks for or splits at, or for a very long reply.
        """
        text = absent_text(test)
        if text is not None:
            plain = text.strip().lower()
            is_asked = any(plain in other and plain != other for other in self._texts)
            return not (is_asked or self.is_marker(text))
        match test:
            case ast.Compare(left=ast.Call(func=ast.Name(id="len")), comparators=[ast.Constant(value=int(number))]):
                return number >= _LONG
        return False

    @cached_property
    def _cuts(self) -> frozenset[str]:
        """The texts that the program splits others at, in lower case."""
        found: set[str] = set()
        for call in self._index.of(ast.Call):
            match call:
                case ast.Call(func=ast.Attribute(attr=method), args=[ast.Constant(value=str(text)), *_]):
                    found.update({text.strip().lower()} if method in _CUTTING else ())
        return frozenset(found)

    @cached_property
    def _texts(self) -> frozenset[str]:
        """Every text of the program, in lower case."""
        return frozenset(node.value.lower() for node in self._index.of(ast.Constant) if isinstance(node.value, str))


def absent_text(test: ast.AST) -> str | None:
    """The one text that a test seeks in another."""
    match test:
        case ast.Compare(left=ast.Constant(value=str(text)), ops=[ast.In() | ast.NotIn()]):
            return text
        case ast.Call(func=ast.Attribute(attr=method), args=[ast.Constant(value=str(text))]) if method in _SEEKING:
            return text
    return None


def is_absence(test: ast.AST, outcome: int) -> bool:
    """Whether an outcome of a test says that something is not there, or not the same."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.NotIn | ast.NotEq):
        return outcome > 0
    return outcome < 0
