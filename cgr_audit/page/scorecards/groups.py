"""How a chart names the groups of a division, and which of very many it draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from cgr_audit.control_characters import escape_control_characters
from cgr_audit.page.scorecards.marks import Mark
from cgr_audit.scorecards.scorecard import Division, Group, Scored
from cgr_audit.tables.shortened import named

__all__ = ["MOST_GROUPS", "Naming", "divided", "division_named", "undrawn", "unit_of", "with_most_rows"]

MOST_GROUPS = 40
"""Of more groups, only those with most rows are drawn."""


@dataclass(frozen=True, slots=True)
class Naming:
    """Groups are named by the fields in which they differ; what all of them share is said once."""

    fields: tuple[str, ...]
    """In which they differ."""
    shared: str
    """A sentence, with a blank before it, on the other fields; empty where there is none."""

    @classmethod
    def of(cls, groups: Sequence[Group]) -> Self:
        """The naming of groups with the same fields; there is at least one."""
        values = {field: {dict(group.labels)[field] for group in groups} for field, _ in groups[0].labels}
        fields = tuple(field for field, found in values.items() if len(found) > 1)
        alike = [f"{_words(field)} {named(next(iter(found)))}" for field, found in values.items() if len(found) == 1]
        return cls(fields, f" In all of them: {', '.join(alike)}." if alike else "")

    @property
    def kind(self) -> str:
        """What a group is one of: ``model``, or ``model, type``."""
        return ", ".join(map(_words, self.fields))

    def name(self, group: Group) -> str:
        """What a group is called."""
        labels = dict(group.labels)
        return ", ".join(named(labels[field]) for field in self.fields)


def division_named(scored: Scored, name: str) -> Division | None:
    """A division of a scorecard, where it is there."""
    return next((one for one in scored.divisions if one.name == name), None)


def unit_of(scored: Scored, division: Division) -> str:
    """What the rows of a division's figures are about, in the singular."""
    cases = {comparison.name: comparison.case for comparison in scored.scored.comparisons}
    return cases.get(division.name, scored.scored.case)


def divided(label: str, division: Division) -> str:
    """A figure and what it is divided by, as in a title: ``CRR by model``."""
    title = escape_control_characters(division.title)
    return f"{label}{' ' if title.startswith('By ') else ', '}{title[0].lower()}{title[1:]}"


def with_most_rows(marks: Sequence[Mark]) -> list[int]:
    """The places of as many as are drawn, in order; of those with as many rows, the highest."""
    ranked = sorted(range(len(marks)), key=lambda place: (-marks[place].units, -marks[place].rate))
    return sorted(ranked[:MOST_GROUPS])


def undrawn(drawn: int, groups: int) -> str:
    """A sentence, with a blank before it, on the groups that are not drawn; empty where all are."""
    if drawn == groups:
        return ""
    return (
        f" Of {groups:,} groups the {drawn} with most rows are drawn, of those with as many the highest; the title is "
        "of these, and all are in the tables."
    )


def _words(field: str) -> str:
    return escape_control_characters(field.replace("_", " "))
