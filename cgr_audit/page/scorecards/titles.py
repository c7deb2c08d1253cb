"""What a title may say of several figures: no more than their numbers of rows and their intervals support."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from cgr_audit.page.scorecards.marks import Mark
from cgr_audit.plural import counted
from cgr_audit.tables.cells import number
from cgr_audit.tables.table import FEWEST_ROWS

__all__ = ["End", "begun", "enough", "left_aside", "overlap", "ranged", "span"]

_UNDEFINED = 0.001
"""A figure that is undefined in a larger share of the resamples rests on few cases, whatever its number of rows: of
seven flawed traces, say, a resample has none so often."""
_MOST_NAMED = 2


@dataclass(frozen=True, slots=True)
class End:
    """The highest or the lowest of several figures."""

    marks: tuple[Mark, ...]
    """More than one where several read the same."""
    unclear: int
    """How many of the others have an interval that overlaps with one of theirs."""

    @classmethod
    def highest(cls, marks: Sequence[Mark]) -> Self:
        """Of marks that rest on enough."""
        return cls._of(max(marks, key=lambda mark: mark.rate), marks)

    @classmethod
    def lowest(cls, marks: Sequence[Mark]) -> Self:
        """Of marks that rest on enough."""
        return cls._of(min(marks, key=lambda mark: mark.rate), marks)

    @classmethod
    def _of(cls, end: Mark, marks: Sequence[Mark]) -> Self:
        tied = tuple(mark for mark in marks if mark.said == end.said)
        others = (mark for mark in marks if mark.said != end.said)
        return cls(tied, sum(any(overlap(mark, one) for one in tied) for mark in others))

    @property
    def said(self) -> str:
        """The figure."""
        return self.marks[0].said

    @property
    def names(self) -> str:
        """Whose figure it is; several are said to be tied."""
        if len(self.marks) > _MOST_NAMED:
            return f"{len(self.marks)} tied"
        tied = ", tied" if len(self.marks) > 1 else ""
        return " and ".join(mark.label for mark in self.marks) + tied


def ranged(what: str, marks: Sequence[Mark]) -> str:
    """A title that says from where to where figures go, and who is at the ends as far as intervals tell.

    Args:
        what: the figure and what it is divided by.
        marks: all that are drawn.
    """
    known = [mark for mark in marks if enough(mark)]
    if not known:
        return f"{begun(what)}: none rests on {FEWEST_ROWS} {marks[0].unit}s or more, too few to compare."
    if len(known) == 1:
        return f"{begun(what)}: {known[0].said} ({known[0].interval}) for {known[0].label}."
    low, high = End.lowest(known), End.highest(known)
    if low.said == high.said:
        return f"{begun(what)}: {low.said} for {'both' if len(known) == 2 else f'all {len(known)}'}."
    spans = [span(mark) for mark in known]
    if max(start for start, _ in spans) <= min(end for _, end in spans):
        all_of = "both" if len(known) == 2 else f"all {len(known)}"
        return f"{begun(what)}: {number(low.marks[0].rate)} to {high.said}; {all_of} intervals overlap."
    ends = f"{low.said} ({low.names}) to {high.said} ({high.names})"
    return f"{begun(what)}: {ends}{_unclear(low, high)}."


def left_aside(marks: Sequence[Mark]) -> str:
    """A sentence, with a blank before it, on the figures that a title says nothing of; empty where there are none."""
    known = sum(map(enough, marks))
    return f" The title leaves those of few {marks[0].unit}s aside." if 0 < known < len(marks) else ""


def enough(mark: Mark) -> bool:
    """Whether a figure rests on enough to be named."""
    interval = mark.figure.interval
    return mark.units >= FEWEST_ROWS and interval.undefined <= _UNDEFINED * interval.resamples


def overlap(one: Mark, other: Mark) -> bool:
    """Whether the intervals of two figures have a value in common."""
    (low, high), (other_low, other_high) = span(one), span(other)
    return low <= other_high and other_low <= high


def span(mark: Mark) -> tuple[float, float]:
    """The ends of an interval, in percent, as far as it may be trusted; where there is none, everything.

    Where every resample gives the same, the bootstrap knows no other value. As far as the true one may be away then is
    the bound of Clopper and Pearson for so many rows that are all right.
    """
    if mark.low is None or mark.high is None:
        return -math.inf, math.inf
    if mark.low < mark.high:
        return mark.low, mark.high
    tail = (1 - mark.figure.interval.level) / 2
    room = 100 * (1 - tail ** (1 / max(mark.figure.rows, 1)))
    return mark.low - room, mark.high + room


def begun(text: str) -> str:
    """A text as a sentence begins: with a capital, where its first word is one and no symbol such as ``pass@1``."""
    return text[0].upper() + text[1:] if re.match(r"[a-z]+(?![\w@])", text) else text


def _unclear(low: End, high: End) -> str:
    ends = [(end.unclear, name) for end, name in ((high, "highest"), (low, "lowest")) if end.unclear]
    said = ", ".join(f"{counted(unclear, 'other')} with the {name}" for unclear, name in ends)
    return f"; intervals overlap: {said}" if said else ""
