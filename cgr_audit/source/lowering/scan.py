"""Where tokens stand: a cursor that is led through the text by the tree."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from cgr_audit.errors import CgrAuditError

if TYPE_CHECKING:
    import libcst

__all__ = ["LowerExpression", "LoweringError", "Scan"]

_BLANK: Final = frozenset(" \t\f\r\n\\#")
_TRIVIA: Final = re.compile(r"(?:[ \t\f\r\n]+|\\(?:\r\n?|\n)|#[^\r\n]*)*")
_NEWLINE: Final = re.compile(r"\r\n?|\n")
# CPython and libcst disagree on the indentation of a line that follows nothing but a backslash.
_BACKSLASH_LINE: Final = re.compile(r"(?:^|[\r\n])[ \t\f]*\\[\r\n]")
_INDENTATION_CONTINUED: Final = re.compile(r"(?:^|[\r\n])(?:[ \t\f]*\\(?:\r\n?|\n))+[ \t\f]*\Z")
_WIDE: Final = re.compile(r"[^\x00-\x7f]")

Node = TypeVar("Node", bound=ast.AST)


class LoweringError(CgrAuditError):
    """A text that has no tree: no compiler of CPython 3.14 accepts it, or parsers disagree on what it says."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        """Counted from 1."""
        self.reason = reason


class Scan:
    """The text of one program, read token by token.

    Offsets count code points of the text; they become lines (from 1) and columns (from 0, in bytes of UTF-8,
    as in every ``ast`` tree) only where a node is placed.
    """

    __slots__ = ("_backslash_lines", "_cursor", "_extra_bytes", "_line_starts", "_wide", "end", "text")

    def __init__(self, text: str) -> None:
        """Begin at the first character."""
        self.text: Final = text
        self.end = 0
        """Where the token taken last ends."""
        self._cursor = 0
        self._backslash_lines = "\\" in text and _BACKSLASH_LINE.search(text) is not None
        self._line_starts = [0, *(newline.end() for newline in _NEWLINE.finditer(text))]
        wide = [] if text.isascii() else list(_WIDE.finditer(text))
        self._wide = [character.start() for character in wide]
        self._extra_bytes = [0]
        for character in wide:
            self._extra_bytes.append(self._extra_bytes[-1] + len(character.group().encode()) - 1)

    def begin(self) -> int:
        """Go to the next token and say where it starts."""
        cursor = self._cursor
        text = self.text
        if cursor < len(text) and text[cursor] in _BLANK:
            trivia = _TRIVIA.match(text, cursor)
            self._cursor = cursor = trivia.end() if trivia else cursor
        return cursor

    def begin_line(self) -> None:
        """Go to the first token of a statement that begins a line.

        Raises:
            LoweringError: a backslash on a line of its own hides how far the statement is indented.
        """
        if self._backslash_lines:
            before, start = self.end, self.begin()
            found = _INDENTATION_CONTINUED.search(self.text[before:start])
            if found and (found.start() or not before or found.group()[0] in "\r\n"):
                raise self.error(start, "a backslash stands where the indentation begins")

    def take(self, token: str) -> int:
        """Take the next token, which must be this one, and say where it starts."""
        start = self.begin()
        if not self.text.startswith(token, start):
            raise self.error(start, f"{token!r} expected, {self.text[start : start + 20]!r} found")
        self._cursor = self.end = start + len(token)
        return start

    def take_if(self, token: str) -> bool:
        """Take the next token if it is this one. The caller knows that nothing longer can begin with it."""
        start = self.begin()
        if not self.text.startswith(token, start):
            return False
        self._cursor = self.end = start + len(token)
        return True

    def take_raw(self, text: str) -> int:
        """Take text that stands right here, with no blanks before it (the inside of a string)."""
        start = self._cursor
        if not self.text.startswith(text, start):
            raise self.error(start, f"{text!r} expected, {self.text[start : start + 20]!r} found")
        self._cursor = self.end = start + len(text)
        return start

    def place(self, node: Node, start: int, end: int | None = None) -> Node:
        """Give a node its position, from ``start`` to ``end`` or to the end of the token taken last."""
        lines = self._line_starts
        stop = self.end if end is None else end
        line = bisect_right(lines, start)
        same_line = line == len(lines) or stop < lines[line]
        end_line = line if same_line else bisect_right(lines, stop)
        column, end_column = start - lines[line - 1], stop - lines[end_line - 1]
        if self._wide:
            column += self._extra(lines[line - 1], start)
            end_column += self._extra(lines[end_line - 1], stop)
        node.lineno = line  # type: ignore[attr-defined]
        node.col_offset = column  # type: ignore[attr-defined]
        node.end_lineno = end_line  # type: ignore[attr-defined]
        node.end_col_offset = end_column  # type: ignore[attr-defined]
        return node

    def error(self, offset: int, reason: str) -> LoweringError:
        """An error that names the line, for a text that has no tree."""
        return LoweringError(bisect_right(self._line_starts, offset), reason)

    def _extra(self, start: int, stop: int) -> int:
        """By how much the text between two offsets is longer in bytes of UTF-8 than in code points."""
        wide, extra = self._wide, self._extra_bytes
        return extra[bisect_left(wide, stop)] - extra[bisect_left(wide, start)]


LowerExpression: TypeAlias = Callable[[Scan, "libcst.BaseExpression"], ast.expr]
"""Lowers an expression; handed to what holds expressions, so that the modules do not need each other."""
