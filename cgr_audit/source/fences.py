"""Markdown code fences in a text."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from cgr_audit.source.numbered_lines import NumberedLines

__all__ = ["Fence", "Fences", "is_fence_mark"]

_MARK = re.compile(r"^[ \t\f]*(`{3,}(?=[^`]*$)|~{3,})[ \t]*(.*?)[ \t]*$")
_AFTER_PROSE = re.compile(r"^.*[\s:](`{3,})[ \t]*((?:python|py)3?)[ \t]*$", re.IGNORECASE)
_NOT_PYTHON = re.compile(
    r"^\{?\.?(bash|bat|c|c\+\+|cpp|cs|css|console|csv|diff|dockerfile|go|html|ini|java|javascript|js|json\w*|latex|log"
    r"|makefile|markdown|math|md|none|output|php|plain|plaintext|powershell|r|ruby|rust|sh|shell|sql|tex|text|toml|ts"
    r"|txt|typescript|xml|ya?ml|zsh)\b(?![+#])",
    re.IGNORECASE,
)
_CLOSERS = 8
"""How many closing fences are tried for one opening fence."""


@dataclass(frozen=True, slots=True)
class Fence:
    """One opening fence, and where it may close. Lines count from 0."""

    opener: int
    language: str
    """What stands after the marks; empty where nothing does."""
    closers: tuple[int, ...]
    """The line of the fence that closes it, then later ones, in case the first stands in a string; may be empty."""

    @property
    def is_other_language(self) -> bool:
        """Whether it names a language that is not Python."""
        return _NOT_PYTHON.match(self.language) is not None


@dataclass(frozen=True, slots=True)
class _Mark:
    line: int
    characters: str
    language: str
    can_close: bool

    def closes(self, opener: _Mark) -> bool:
        same = self.characters[0] == opener.characters[0] and len(self.characters) >= len(opener.characters)
        return same and self.can_close


class Fences:
    """The lines of a text that look like fences, told apart as openers and closers while they are read in order."""

    __slots__ = ("_lines", "_marks")

    def __init__(self, lines: NumberedLines) -> None:
        self._marks = [mark for number, line in enumerate(lines.lines) if (mark := _mark(number, line)) is not None]
        self._lines = [mark.line for mark in self._marks]

    def __bool__(self) -> bool:
        return bool(self._marks)

    def first_from(self, line: int) -> Fence | None:
        """The first fence that opens at ``line`` or after it."""
        position = bisect_left(self._lines, line)
        if position == len(self._marks):
            return None
        opener = self._marks[position]
        later = self._marks[position + 1 : position + 1 + 4 * _CLOSERS]
        closers = [mark.line for mark in later if mark.closes(opener)][:_CLOSERS]
        return Fence(opener.line, opener.language, tuple(closers))


def is_fence_mark(line: str) -> bool:
    """Whether a line may open or close a fence."""
    return _mark(0, line) is not None


def _mark(number: int, line: str) -> _Mark | None:
    if "```" not in line and "~~~" not in line:
        return None
    match = _MARK.match(line)
    if match is not None:
        return _Mark(number, match[1], match[2], can_close=not match[2])
    match = _AFTER_PROSE.match(line)
    return None if match is None else _Mark(number, match[1], match[2], can_close=False)
