"""Lines of a program as they are shown, and where under them the marks go."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from rich.cells import cell_len

from cgr_audit.audit.excerpt import Excerpt
from cgr_audit.audit.finding import Finding
from cgr_audit.control_characters import escape_control_characters
from cgr_audit.source.positions import Span

__all__ = ["Mark", "MarkedLine", "marked_lines"]

TAB = "    "
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch under a line that a finding, or a step of its evidence, points at."""

    offset: int
    """Terminal cells before it."""
    width: int
    """Terminal cells it covers; at least one."""
    message: str
    is_primary: bool


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """A line of a program, and its marks from left to right."""

    number: int
    text: str
    marks: tuple[Mark, ...]


def marked_lines(finding: Finding, excerpts: Iterable[Excerpt]) -> tuple[MarkedLine, ...]:
    """The lines that a finding is about, in the order of the program."""
    places: dict[int, list[tuple[Span, str, bool]]] = defaultdict(list)
    if finding.span is not None:
        said = "; ".join(step.message for step in finding.evidence if step.span == finding.span)
        places[finding.span.line].append((finding.span, said, True))
    for step in finding.evidence:
        if step.span != finding.span:
            places[step.span.line].append((step.span, step.message, False))
    by_number = {excerpt.line: excerpt for excerpt in excerpts if excerpt.line in places}
    return tuple(_marked(by_number[number], places[number]) for number in sorted(by_number))


def _marked(excerpt: Excerpt, places: list[tuple[Span, str, bool]]) -> MarkedLine:
    before = ELLIPSIS if excerpt.column > 1 else ""
    text, offsets = _in_cells(excerpt.text, cell_len(before))
    marks = []
    for span, message, is_primary in sorted(places, key=lambda place: (place[0], place[1])):
        start = _within(span.column - excerpt.column, offsets)
        same_line = span.end_line == span.line
        end = _within(span.end_column - excerpt.column, offsets) if same_line else offsets[-1]
        marks.append(Mark(start, max(1, end - start), message, is_primary))
    shown = before + text + (ELLIPSIS if excerpt.cut else "")
    return MarkedLine(excerpt.line, shown, tuple(marks))


def _in_cells(text: str, first: int) -> tuple[str, Sequence[int]]:
    """A text as it is shown, and the terminal cells before each of its characters and before its end."""
    if text.isascii() and text.isprintable():
        return text, range(first, first + len(text) + 1)
    cells = [TAB if character == "\t" else escape_control_characters(character) for character in text]
    return "".join(cells), list(accumulate(map(cell_len, cells), initial=first))


def _within(index: int, offsets: Sequence[int]) -> int:
    return offsets[max(0, min(index, len(offsets) - 1))]
