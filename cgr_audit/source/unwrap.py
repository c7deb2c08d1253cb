"""Taking programs out of text that is more than a program: Markdown fences, prose around code, run-on completions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["PLAIN", "TakenProgram", "Unwrapped", "unwrap"]


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
    """Whether Markdown fences delimit them."""

    @property
    def sole(self) -> TakenProgram | None:
        """The program, where exactly one can be taken out."""
        return self.programs[0] if len(self.programs) == 1 else None


PLAIN = Unwrapped()
"""A text that was not unwrapped."""


def unwrap(text: str, parses: Callable[[str], bool]) -> Unwrapped:
    """Find the programs in a text that does not parse as it stands; ``parses`` tells whether a piece is a program."""
    lines = text.split("\n")
    marks = [number for number, line in enumerate(lines) if line.lstrip().startswith("```")]
    pieces = []
    for start, end in zip(marks[::2], marks[1::2], strict=False):
        piece = "\n".join(lines[start + 1 : end])
        if piece.strip() and parses(piece):
            pieces.append(TakenProgram(piece, start + 2, end, 0))
    return Unwrapped(tuple(pieces), bool(pieces))
