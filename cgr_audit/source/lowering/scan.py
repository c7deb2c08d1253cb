"""Where tokens stand: a cursor that is led through the text by the tree."""

from __future__ import annotations

import ast
import re
from typing import Any, Final, TypeVar

from cgr_audit.errors import CgrAuditError

__all__ = ["LoweringError", "Scan", "WideScan"]

_BLANK: Final = frozenset(" \t\f\r\n\\#")
_TRIVIA: Final = re.compile(r"(?:[ \t\f\r\n]+|\\(?:\r\n?|\n)|#[^\r\n]*)*")
_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n?|\n|\0)")
# CPython and libcst disagree on the indentation of a line that follows nothing but a backslash.
_BACKSLASH_LINE: Final = re.compile(r"(?:^|[\r\n])[ \t\f]*\\[\r\n]")
_INDENTATION_CONTINUED: Final = re.compile(r"(?:^|[\r\n])(?:[ \t\f]*\\(?:\r\n?|\n))+[ \t\f]*\Z")

Node = TypeVar("Node", bound=ast.AST)

_bare = ast.AST.__new__


class LoweringError(CgrAuditError):
    """A text that has no tree: no compiler of CPython 3.14 accepts it, or parsers disagree on what it says."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        """Counted from 1."""
        self.reason = reason


class Scan:
    """The text of one program, read token by token.

    Offsets count bytes of UTF-8, as the columns of every ``ast`` tree do; only nodes have lines (from 1) and columns.
    """

    __slots__ = ("_backslash_lines", "_line_at", "_line_starts", "cursor", "end", "text")

    def __init__(self, text: str) -> None:
        """Begin at the first token of an ASCII text."""
        self.text: Final = text + "\0"
        """One character per byte; a null byte ends it, so that no look ahead leaves it."""
        self.end = 0
        """Where the token taken last ends."""
        self._backslash_lines = "\\" in text and _BACKSLASH_LINE.search(text) is not None
        self._line_at: list[int] = []
        self._line_starts = [0]
        for number, line in enumerate(_LINE.findall(self.text), 1):
            self._line_starts.append(len(self._line_at))
            self._line_at += [number] * len(line)
        self.cursor = _TRIVIA.match(self.text).end()  # type: ignore[union-attr]  # it matches nothing as well
        """Where the next token starts."""

    def take(self, token: str) -> int:
        """Take the next token, which must be this one, and say where it starts."""
        text, start = self.text, self.cursor
        if not text.startswith(token, start):
            found = text[start : start + 20].rstrip("\0")
            raise self.error(start, f"{token!r} expected, {found!r} found")
        self.end = end = start + len(token)
        if text[end] in _BLANK:
            if text[end] != " " or text[end + 1] in _BLANK:
                self.cursor = _TRIVIA.match(text, end).end()  # type: ignore[union-attr]  # as above
            else:
                self.cursor = end + 1
        else:
            self.cursor = end
        return start

    def take_if(self, token: str) -> bool:
        """Take the next token if it is this one. The caller knows that nothing longer can begin with it."""
        if not self.text.startswith(token, self.cursor):
            return False
        self.take(token)
        return True

    def take_raw(self, text: str) -> int:
        """Take text that stands right here, with no blanks before it (the inside of a string)."""
        self.cursor = self.end
        return self.take(text)

    def begin_line(self) -> None:
        """Check the first token of a statement that begins a line.

        Raises:
            LoweringError: a backslash on a line of its own hides how far the statement is indented.
        """
        if self._backslash_lines:
            found = _INDENTATION_CONTINUED.search(self.text[self.end : self.cursor])
            if found and (found.start() or not self.end or found.group()[0] in "\r\n"):
                raise self.error(self.cursor, "a backslash stands where the indentation begins")

    def node(self, kind: type[Node], start: int, /, **fields: Any) -> Node:
        """Make a node with its fields, from ``start`` to the end of the token taken last."""
        end, starts = self.end, self._line_starts
        fields["lineno"] = line = self._line_at[start]
        fields["col_offset"] = start - starts[line]
        fields["end_lineno"] = line = self._line_at[end]
        fields["end_col_offset"] = end - starts[line]
        made = _bare(kind)
        made.__dict__ = fields  # the classes' own constructors take twice as long
        return made

    def written(self, start: int, end: int) -> str:
        """The text between two offsets."""
        return self.text[start:end]

    def error(self, offset: int, reason: str) -> LoweringError:
        """An error that names the line, for a text that has no tree."""
        return LoweringError(self._line_at[offset], reason)


class WideScan(Scan):
    """The text of a program that is not all ASCII, as the Latin-1 reading of its UTF-8."""

    __slots__ = ()

    def __init__(self, text: str) -> None:
        """Begin at the first token."""
        super().__init__(_per_byte(text))

    def take(self, token: str) -> int:
        """Take the next token."""
        return Scan.take(self, token if token.isascii() else _per_byte(token))

    def written(self, start: int, end: int) -> str:
        """The text between two offsets."""
        return self.text[start:end].encode("latin-1").decode("utf-8", "surrogatepass")


def _per_byte(text: str) -> str:
    return text.encode("utf-8", "surrogatepass").decode("latin-1")
