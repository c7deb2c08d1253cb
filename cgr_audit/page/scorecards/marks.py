"""What a chart draws of a figure, and what is said of it in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from cgr_audit.plural import counted
from cgr_audit.scorecards.figure_record import interval_remarks
from cgr_audit.scorecards.rates import Figure
from cgr_audit.tables.cells import number
from cgr_audit.tables.shortened import named, shortened_apart

__all__ = ["TOLD", "Mark", "apart", "percentage"]

_LONGEST = 30
"""Characters of a name that an axis has room for."""

TOLD: Mapping[str, str] = MappingProxyType({"interval": "interval", "rests": "rests on", "note": "note"})
"""The fields of a mark that every chart tells under the pointer besides its name and its figure, and their titles."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One figure of a chart; numbers are in percent."""

    name: str
    """Whole, however long; nothing hides in it."""
    label: str
    """The name as an axis has room for it."""
    figure: Figure
    """With a rate."""
    units: int
    """How many it rests on."""
    unit: str
    part: int | None = None
    """How many of the units it counts, where that is to be said next to them."""

    @classmethod
    def of(cls, name: str, figure: Figure, unit: str) -> Mark:
        """The mark of a figure that rests on its rows.

        Args:
            name: whose figure it is.
            figure: with a rate.
            unit: what a row is about, in the singular.
        """
        return cls(named(name), named(name), figure, figure.rows, unit)

    @property
    def rate(self) -> float:
        """In percent."""
        return 100 * (self.figure.rate or 0.0)

    @property
    def low(self) -> float | None:
        """The lower end of the interval."""
        return None if self.figure.interval.low is None else 100 * self.figure.interval.low

    @property
    def high(self) -> float | None:
        """Its upper end."""
        return None if self.figure.interval.high is None else 100 * self.figure.interval.high

    @property
    def said(self) -> str:
        """The figure: ``45.33 %``."""
        return percentage(self.rate)

    @property
    def interval(self) -> str:
        """Both ends and what is to be borne in mind with them but few rows; or why there is no interval."""
        if self.low is None or self.high is None:
            return self.figure.interval.refused or "no interval"
        return ", ".join([f"{number(self.low)} to {number(self.high)} %", *interval_remarks(self.figure)])

    @property
    def rests(self) -> str:
        """What it rests on: ``20 rows``, ``5 of 20 samples``."""
        return ("" if self.part is None else f"{self.part:,} of ") + counted(self.units, self.unit)

    @property
    def words(self) -> str:
        """Everything, for a reader who sees no picture."""
        return f"{self.label} {self.said} ({self.interval}, {self.rests})"

    def record(self, place: int) -> dict[str, Any]:
        """The fields that a chart draws and tells.

        Args:
            place: where it stands among the others.
        """
        return {
            "place": place,
            "name": self.name,
            "rate": self.rate,
            "low": self.low,
            "high": self.high,
            "said": self.said,
            "interval": self.interval,
            "rests": self.rests,
            "note": self.figure.interval.note or "",
        }


def apart(marks: Sequence[Mark]) -> list[Mark]:
    """The marks of one chart with labels that differ where their names do."""
    labels = shortened_apart((mark.name for mark in marks), _LONGEST)
    return [replace(mark, label=labels[mark.name]) for mark in marks]


def percentage(percent: float | None) -> str:
    """``45.33 %``, or that there is none."""
    return "not defined" if percent is None else f"{number(percent)} %"
