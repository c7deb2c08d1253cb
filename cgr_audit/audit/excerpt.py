"""The lines of a program that its findings point at, kept so that they can be shown after the program is gone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from cgr_audit.audit.finding import Finding
from cgr_audit.source.positions import Span

__all__ = ["Excerpt", "excerpts"]

WIDTH = 400
"""The longest piece of a line that is kept, in code points; programs may hold lines of a megabyte."""

MARGIN = 80
"""How many code points before the first marked column are kept of a longer line."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One line of a program, or the piece of it that findings point at."""

    line: int
    """Its number in the program, from 1."""
    column: int
    """The column of the first code point kept, 1 unless the line was cut."""
    text: str
    cut: bool = False
    """Whether more of the line follows."""


def excerpts(findings: Iterable[Finding], lines: list[str]) -> tuple[Excerpt, ...]:
    """Each line on which a finding or a piece of its evidence begins, in order."""
    columns: dict[int, list[int]] = defaultdict(list)
    for finding in findings:
        for span in _spans(finding):
            if 1 <= span.line <= len(lines):
                columns[span.line].append(span.column)
    return tuple(_excerpt(number, lines[number - 1], min(columns[number])) for number in sorted(columns))


def _spans(finding: Finding) -> Iterable[Span]:
    if finding.span is not None:
        yield finding.span
    for step in finding.evidence:
        yield step.span


def _excerpt(number: int, line: str, column: int) -> Excerpt:
    start = 0 if len(line) <= WIDTH else max(0, column - 1 - MARGIN)
    return Excerpt(number, start + 1, line[start : start + WIDTH], cut=start + WIDTH < len(line))
