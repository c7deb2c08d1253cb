"""The lines of a text with their offsets, so that exact pieces can be taken out."""

from __future__ import annotations

import re

from cgr_audit.source.text import split_lines

__all__ = ["NumberedLines"]

_NEWLINE = re.compile(r"\r\n|\r|\n")


class NumberedLines:
    """The lines of a text, counted from 0, and where each begins."""

    __slots__ = ("_starts", "_text", "lines")

    def __init__(self, text: str) -> None:
        self._text = text
        self.lines = split_lines(text)
        self._starts = [0, *(match.end() for match in _NEWLINE.finditer(text))]

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self.lines)

    def start(self, number: int) -> int:
        """The offset in the text at which a line begins; the end of the text for the line after the last."""
        return self._starts[number] if number < len(self._starts) else len(self._text)

    def common_indent(self, start: int, end: int) -> int | None:
        """How many white-space characters all lines of a stretch begin with alike; nothing if all are blank."""
        prefix: str | None = None
        for line in self.lines[start:end]:
            body = line.lstrip(" \t")
            if not body.strip():
                continue
            indent = line[: len(line) - len(body)]
            prefix = indent if prefix is None else _shared(prefix, indent)
        return None if prefix is None else len(prefix)

    def text(self, start: int, end: int, indent: int = 0) -> str:
        """Lines ``start`` up to ``end`` (exclusive) as they stand, ends included, each less ``indent`` characters."""
        if indent == 0:
            return self._text[self.start(start) : self.start(end)]
        pieces = []
        for number in range(start, end):
            whole = self._text[self.start(number) : self.start(number + 1)]
            is_indented = len(self.lines[number]) >= indent and not self.lines[number][:indent].strip()
            pieces.append(whole[indent:] if is_indented else whole.lstrip(" \t"))
        return "".join(pieces)


def _shared(one: str, other: str) -> str:
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length]:
        length += 1
    return one[:length]
