"""Taking programs out of text that is more than a program: Markdown fences, prose around code, run-on completions.

A piece of text is a program if it parses and does something: binds a name, defines, calls, or controls flow. No
programs are, besides pieces that define functions, *usage examples* (they call what another piece defines) and
*fragments* (they bind what no other piece uses). Several pieces that each are a program stay several, also where a
person would join them, for joining is guessing. Code that is broken is never cut away: where no prose stands between
a broken statement and a piece, the piece is not a program.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cgr_audit.source.code_blocks import Blocks
from cgr_audit.source.fences import Fence, Fences
from cgr_audit.source.numbered_lines import NumberedLines

if TYPE_CHECKING:
    from cgr_audit.source.statements import Outline

__all__ = ["PLAIN", "TakenProgram", "Unwrapped", "unwrap"]

_WORD = re.compile(r"[^\W\d]\w*")
_PIECES = 64
"""How many pieces are told apart; a text of more is several programs in any case."""


@dataclass(frozen=True, slots=True)
class TakenProgram:
    """One program found inside a longer text."""

    text: str
    """The program, its common indentation removed."""
    first_line: int
    """The line of the original text on which it begins, from 1."""
    last_line: int
    """The line of the original text on which it ends, inclusive."""
    indent: int
    """How many characters of indentation were removed from every line."""


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """What a text that does not parse as it stands holds."""

    programs: tuple[TakenProgram, ...] = ()
    """Every program found, in order; empty for a text that is simply one program, or holds none."""
    fenced: bool = False
    """Whether Markdown fences stand in the text."""
    outside: int | None = None
    """The first line that is not code: a fence or prose; nothing if there is none."""

    @property
    def sole(self) -> TakenProgram | None:
        """The program, where exactly one can be taken out."""
        return self.programs[0] if len(self.programs) == 1 else None


PLAIN = Unwrapped()
"""A text that was not unwrapped."""


def unwrap(text: str, parses: Callable[[str], bool]) -> Unwrapped:
    """Find the programs in a text that does not parse as it stands.

    The work is bounded by the length of the text, whatever it holds.

    Args:
        text: the original text.
        parses: tells whether a piece is a program for the parser of record and the compiler.
    """
    lines = NumberedLines(text)
    search = _Search(lines, Fences(lines), Blocks(lines, len(text)), parses)
    found: list[TakenProgram] = []
    position = 0
    first_fence: int | None = None
    while (fence := search.fences.first_from(position)) is not None:
        first_fence = fence.opener if first_fence is None else first_fence
        found.extend(search.between(position, fence.opener))
        inside, position = search.inside(fence)
        found.extend(inside)
    found.extend(search.between(position, lines.count))
    outside = [line for line in (first_fence, search.blocks.first_prose) if line is not None]
    if not search.explains(found):
        found = []
    return Unwrapped(_programs(found), first_fence is not None, min(outside) + 1 if outside else None)


@dataclass(frozen=True, slots=True)
class _Search:
    """A text in which programs are looked for."""

    lines: NumberedLines
    fences: Fences
    blocks: Blocks
    parses: Callable[[str], bool]

    def explains(self, found: list[TakenProgram]) -> bool:
        """Whether fences and prose alone keep the text from being a program, as far as can be told.

        They do not where a piece follows broken code that holds the quotes of a string over lines, whose text it may
        be, nor where a few words that read as prose name what a program uses and nothing in it binds (``mport re``).
        """
        opened = self.blocks.open_string
        if opened is not None and any(piece.first_line > opened for piece in found):
            return False
        words = {word for line in self.blocks.short_prose for word in _WORD.findall(self.lines.lines[line])}
        return not any(_lacks(piece.text, word) for piece in found for word in words)

    def inside(self, fence: Fence) -> tuple[list[TakenProgram], int]:
        """The programs of one fence, and the line after it.

        The nearest closing fence may stand in a string of the program: where the content does not parse, the ones
        after it are tried.
        """
        after = fence.closers[0] + 1 if fence.closers else self.lines.count
        if fence.is_other_language:
            return [], after
        for closer in fence.closers:
            piece = self.taken(fence.opener + 1, closer)
            if piece is not None and self.blocks.effort.allows(len(piece.text)) and self.parses(piece.text):
                return [piece], closer + 1
        end = fence.closers[0] if fence.closers else self.lines.count
        return self.between(fence.opener + 1, end), after

    def between(self, start: int, end: int) -> list[TakenProgram]:
        """The programs between prose, in a stretch of lines without fences."""
        pieces: list[TakenProgram] = []
        for first, last in self.blocks.runs_of_code(start, end):
            piece = self.taken(first, last)
            if piece is not None and (len(pieces) >= _PIECES or self.parses(piece.text)):
                pieces.append(piece)
        return pieces

    def taken(self, start: int, end: int) -> TakenProgram | None:
        """Lines ``start`` up to ``end`` (from 0, exclusive) as a program, without their common indentation."""
        indent = self.lines.common_indent(start, end)
        if indent is None:
            return None
        return TakenProgram(self.lines.text(start, end, indent), start + 1, end, indent)


def _programs(pieces: list[TakenProgram]) -> tuple[TakenProgram, ...]:
    """The pieces that are programs.

    Imports alone, usage examples and fragments are none. Where a piece with functions, or a script, uses what such a
    piece binds, it is not whole either, and nothing can be taken out.
    """
    from cgr_audit.source.statements import outline  # noqa: PLC0415  imports libcst

    outlined = [(piece, outline(piece.text)) for piece in pieces[: _PIECES + 1]]
    active = [(piece, shape) for piece, shape in outlined if shape is not None and shape.does_something]
    with_functions = any(shape.defines for _, shape in active)
    whole = [(piece, shape) for piece, shape in active if _is_whole(shape, with_functions)]
    defined = frozenset().union(*(shape.defines for _, shape in whole))
    used = frozenset().union(*(shape.words for _, shape in whole))
    for _, shape in active:
        is_usage = not shape.imports and bool(shape.words & defined)
        if not _is_whole(shape, with_functions) and not is_usage and shape.binds & (used | {"*"}):
            return ()
    return tuple(piece for piece, _ in whole)


def _lacks(text: str, name: str) -> bool:
    """Whether a program calls a name, or takes a member of it, that nothing in the program binds."""
    is_used = re.search(rf"(?<![\w.]){name}\s*[.(]", text) is not None
    binds = rf"(?:import|def|class|as|for|global|lambda|[(,])\s+\**{name}\b|\b{name}\s*(?:=|,|\))"
    return is_used and re.search(binds, text) is None


def _is_whole(shape: Outline, with_functions: bool) -> bool:
    return bool(shape.defines) if with_functions else not shape.only_imports
