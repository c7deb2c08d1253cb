"""Telling code from prose, block by block, in text that is not one program.

A block is what one unindented line begins: the line, the lines that its brackets and triple-quoted strings run
over, and the indented lines after it. A block that parses is code; a block that does not is prose or broken code
by its first line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from cgr_audit.source.likeness import (
    continues_block,
    is_blank_or_comment,
    is_rule,
    is_short,
    looks_like_prose,
    opens_suite,
)
from cgr_audit.source.numbered_lines import NumberedLines

if TYPE_CHECKING:
    from cgr_audit.source.statements import Outline

__all__ = ["Blocks", "Effort"]

_LONGEST_BRACKET = 400
"""Over how many lines an open bracket is followed. Prose leaves brackets open."""
_MOST_BLOCKS = 20_000
"""How many blocks are parsed; those after them are told apart by their first lines."""
_TOKEN = re.compile(r"""#.*|'''|\"\"\"|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[()\[\]{}]""")
_TRIPLE = frozenset({"'''", '"""'})
_UNESCAPED = {quotes: re.compile(rf"(?:\\.|[^\\])*?{quotes}") for quotes in _TRIPLE}
_DEPTH = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


class Effort:
    """How many characters may still be read: a multiple of the text's own length."""

    __slots__ = ("_left",)

    def __init__(self, length: int) -> None:
        self._left = 4 * length + 65_536

    def allows(self, characters: int) -> bool:
        """Whether so many more are allowed; if so, they are counted."""
        if characters > self._left:
            return False
        self._left -= characters
        return True


class _Kind(Enum):
    CODE = auto()
    DOCSTRING = auto()
    """A string by itself."""
    WEAK = auto()
    """Parses, and is nothing that code needs: a word, a constant, a label."""
    BROKEN = auto()
    """Reads as code and does not parse."""
    PROSE = auto()


@dataclass(frozen=True, slots=True)
class _Block:
    kind: _Kind
    start: int
    end: int
    """The line after its last line that is neither blank nor a comment."""


class Blocks:
    """The blocks of a text."""

    __slots__ = (
        "_lines",
        "_outlined",
        "_scanning",
        "effort",
        "first_prose",
        "open_string",
        "short_prose",
    )

    def __init__(self, lines: NumberedLines, length: int) -> None:
        self._lines = lines
        self._scanning = Effort(length)
        self._outlined = 0
        self.effort = Effort(length)
        """What may still be handed to a parser."""
        self.first_prose: int | None = None
        """The first line found to be prose, from 0."""
        self.short_prose: list[int] = []
        """Lines found to be prose that may be code with one letter lost."""
        self.open_string: int | None = None
        """The first line of broken code that holds the quotes of a string over lines: what follows may be its rest."""

    def runs_of_code(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The stretches of code between prose; first line from 0, end exclusive.

        There are none where broken code stands among them that no prose explains: what reads as prose after it may be
        the rest of a string that it leaves open. Only where no code follows, the text may have been cut off there.
        """
        runs: list[list[_Block]] = [[]]
        for block in self._blocks(start, end):
            runs[-1].append(block)
            if block.kind is _Kind.PROSE:
                runs.append([])
        kinds = [block.kind for run in runs for block in run if block.kind in (_Kind.BROKEN, _Kind.CODE)]
        if _Kind.BROKEN in kinds and _Kind.CODE in kinds[kinds.index(_Kind.BROKEN) :]:
            return
        for run in runs:
            yield from self._run([block for block in run if block.kind is not _Kind.PROSE])
            if run and run[-1].kind is _Kind.PROSE:
                yield from self._indented_program(run[-1])

    def _run(self, run: list[_Block]) -> Iterator[tuple[int, int]]:
        strong = [position for position, block in enumerate(run) if block.kind is _Kind.CODE]
        if strong and not any(block.kind is _Kind.BROKEN for block in run):
            position = strong[0]
            if position > 0 and run[position - 1].kind is _Kind.DOCSTRING:
                position -= 1
            first = run[position].start
            while first > 0 and self._lines.lines[first - 1].startswith("#"):
                first -= 1
            yield first, run[strong[-1]].end

    def _indented_program(self, block: _Block) -> Iterator[tuple[int, int]]:
        """A program that stands indented below a line of prose, as in Markdown without fences."""
        if opens_suite(self._lines.lines[block.start]):
            return
        body = self._trimmed(block.start + 1, block.end)
        indent = self._lines.common_indent(*body)
        if not indent:
            return
        text = self._lines.text(*body, indent)
        shape = self._outline(text)
        if shape is not None and shape.defines:
            yield body

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        lines = self._lines.lines
        while start < end and not lines[start].strip():
            start += 1
        while start < end and not lines[end - 1].strip():
            end -= 1
        return start, end

    def _blocks(self, start: int, end: int) -> Iterator[_Block]:
        lines = self._lines.lines
        number = start
        while number < end:
            if is_blank_or_comment(lines[number]):
                number += 1
                continue
            block = self._block(number, end)
            if block.kind is _Kind.PROSE:
                self.first_prose = number if self.first_prose is None else self.first_prose
                self.short_prose += [number] * is_short(lines[number])
            elif block.kind is _Kind.BROKEN and self.open_string is None:
                inside = self._lines.text(block.start, block.end)
                self.open_string = number if any(quotes in inside for quotes in _TRIPLE) else None
            yield block
            number = block.end

    def _block(self, start: int, limit: int) -> _Block:
        for follow in (True, False):
            end = self._end(start, limit, follow=follow)
            kind = None if end is None else self._parsed(start, end)
            if end is not None and kind is not None:
                return _Block(kind, start, end)
        end = self._end(start, limit, follow=False) or start + 1
        line = self._lines.lines[start]
        if is_rule(line) and end == start + 1:
            return _Block(_Kind.WEAK, start, end)
        is_prose = looks_like_prose(line) and not self._has_suite(start, end)
        return _Block(_Kind.PROSE if is_prose else _Kind.BROKEN, start, end)

    def _has_suite(self, start: int, end: int) -> bool:
        """Whether indented lines follow a colon at once, as after the head of a statement and not after a sentence."""
        lines = self._lines.lines
        return end > start + 1 and lines[start].rstrip().endswith(":") and bool(lines[start + 1].strip())

    def _parsed(self, start: int, end: int) -> _Kind | None:
        text = self._lines.text(start, end)
        shape = self._outline(text)
        if shape is None:
            return None
        if shape.does_something:
            return _Kind.CODE
        return _Kind.DOCSTRING if shape.is_string else _Kind.WEAK

    def _outline(self, text: str) -> Outline | None:
        from cgr_audit.source.statements import outline  # noqa: PLC0415  imports libcst

        self._outlined += 1
        return outline(text) if self._outlined <= _MOST_BLOCKS and self.effort.allows(len(text)) else None

    def _end(self, start: int, limit: int, *, follow: bool) -> int | None:
        """The line after a block's last line that is neither blank nor a comment.

        With ``follow``, brackets and triple-quoted strings carry it on over unindented lines; nothing if they do not
        close. Without, only indentation counts.
        """
        lines = self._lines.lines
        number = end = start
        header = True
        while number < limit:
            line = lines[number]
            if not is_blank_or_comment(line):
                if not (header or line[0] in " \t\f" or continues_block(line)):
                    break
                header = line.startswith("@")
                if follow:
                    last = self._last_line(number, limit)
                    if last is None:
                        return None
                    number = last
                end = number + 1
            number += 1
        return end

    def _last_line(self, number: int, limit: int) -> int | None:
        """The line on which the brackets and strings that line ``number`` opens are closed; nothing if none is."""
        depth = 0
        first = number
        column = 0
        while number < limit and number - first <= _LONGEST_BRACKET:
            if not self._scanning.allows(len(self._lines.lines[number]) + 1):
                return None
            for token in _TOKEN.finditer(self._lines.lines[number], column):
                if token[0] in _TRIPLE:
                    closed = self._closing(token[0], number, token.end(), limit)
                    if closed is None:
                        return None
                    number, column = closed
                    first = number
                    break
                depth = max(0, depth + _DEPTH.get(token[0], 0))
            else:
                if depth == 0 and not self._lines.lines[number].endswith("\\"):
                    return number
                number, column = number + 1, 0
        return None

    def _closing(self, quotes: str, number: int, column: int, limit: int) -> tuple[int, int] | None:
        """Where a triple-quoted string ends: its line, and the column after it."""
        while number < limit:
            line = self._lines.lines[number]
            if not self._scanning.allows(len(line) + 1):
                return None
            match = _UNESCAPED[quotes].match(line, column)
            if match is not None:
                return number, match.end()
            number, column = number + 1, 0
        return None
