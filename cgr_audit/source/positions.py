"""Where things stand in a program's text, as a reader counts: from 1, in code points, ends exclusive."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from cgr_audit.source.text import split_lines

__all__ = ["Positions", "Span"]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a program's text. Lines and columns count from 1, in code points; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}-{self.end_line}:{self.end_column}"


class Positions:
    """Spans of syntax nodes in the *original* text, which the analysed text may have been taken out of."""

    __slots__ = ("_analysed", "_lines", "first_line", "indent")

    def __init__(self, original: str, analysed: str, first_line: int = 1, indent: int = 0) -> None:
        """Tell where ``analysed`` stands in ``original``: its first line, and how far it was indented."""
        self._lines = split_lines(original)
        self._analysed = self._lines if analysed is original else split_lines(analysed)
        self.first_line = first_line
        self.indent = indent

    @property
    def lines(self) -> list[str]:
        """The lines of the original text, without their ends."""
        return self._lines

    def of(self, node: ast.AST) -> Span:
        """The span of a node that has one: statement, expression, parameter, alias, handler, pattern."""
        line, end_line = node.lineno, node.end_lineno or node.lineno  # type: ignore[attr-defined]
        column = self._column(line, node.col_offset)  # type: ignore[attr-defined]
        end_column = self._column(end_line, node.end_col_offset)  # type: ignore[attr-defined]
        shift = self.first_line - 1
        return Span(line + shift, column, end_line + shift, end_column)

    def at(self, line: int, column: int, length: int) -> Span:
        """A span on one line of the analysed text; ``line`` and ``column`` count from 1, in code points."""
        shifted = line + self.first_line - 1
        return Span(shifted, column + self.indent, shifted, column + self.indent + length)

    def text(self, span: Span) -> str:
        r"""The original text that a span covers, lines joined by ``\n``."""
        lines = self._lines[span.line - 1 : span.end_line]
        if not lines:
            return ""
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return "\n".join(lines)

    def _column(self, line: int, byte_offset: int) -> int:
        text = self._analysed[line - 1] if line <= len(self._analysed) else ""
        if not text.isascii():
            byte_offset = len(text.encode("utf-8", "surrogatepass")[:byte_offset].decode("utf-8", "ignore"))
        return byte_offset + 1 + self.indent
