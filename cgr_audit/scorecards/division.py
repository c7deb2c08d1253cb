"""Groups of rows with their figures, and divisions into groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cgr_audit.scorecards.comparison import Labels
from cgr_audit.scorecards.rates import Figure

__all__ = ["Division", "Group"]


@dataclass(frozen=True, slots=True)
class Group:
    """Some of the rows, and every figure of them."""

    labels: Labels
    figures: tuple[Figure, ...]
    dropped: tuple[tuple[str, int], ...]
    """Of the rows that are in no figure, reason and number."""
    leading: tuple[str, ...] = ()
    """The keys of the figures that a group may be about and that this one has rows of."""

    @property
    def leaders(self) -> tuple[Figure, ...]:
        """What a summary of the group names: the figures that it may be about and has rows of; at least the first."""
        return tuple(figure for figure in self.figures if figure.key in self.leading) or self.figures[:1]

    @property
    def main(self) -> Figure:
        """The figure that the group is about."""
        return self.leaders[0]

    def to_record(self) -> dict[str, Any]:
        """Fields in order: the key of the figure that it is about and what that has, then every figure by its key."""
        return {
            "group": dict(self.labels),
            "figure": self.main.key,
            **self.main.to_record(),
            "dropped": dict(self.dropped),
            "measures": {figure.key: figure.to_record() for figure in self.figures},
        }


@dataclass(frozen=True, slots=True, eq=False)
class Division:
    """Groups of one kind."""

    name: str
    title: str
    note: str
    groups: tuple[Group, ...]

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return {"name": self.name, "groups": [group.to_record() for group in self.groups]}
