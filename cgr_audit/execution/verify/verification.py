"""What a verification finds: per row, and for the package as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from cgr_audit.records.rows import RowKey

__all__ = ["Difference", "Environment", "Fuel", "RowVerification", "Status", "Verification"]


class Status(StrEnum):
    """What became of a row."""

    VERIFIED = "verified"
    """Everything that can be compared is the same."""
    NOT_VERIFIABLE = "not_verifiable"
    """Something that it says cannot be run again; nothing that can be differs."""
    DIFFERENT = "different"


class Fuel(StrEnum):
    """What became of the fuel of a row: it is the same from run to run only under one component."""

    COMPARED = "compared"
    UNNAMED_COMPONENT = "unnamed_component"
    """The row names no component."""
    OTHER_COMPONENT = "other_component"
    """The row names another component than today's."""
    NONE = "none"
    """There is none to compare: no program ran, or its run cannot be followed."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as it was recorded."""

    file: str
    """The package's file that says otherwise."""
    field: str
    recorded: Any
    now: Any
    """Both as JSON holds them; null where there is nothing."""
    channel: str | None = None
    attempt: int | None = None
    call_index: int | None = None
    about: str | None = None
    """The program or row that it is about, where no row of the verification holds it."""


@dataclass(frozen=True, slots=True)
class RowVerification:
    """One row compared with what it is now."""

    key: RowKey
    differences: tuple[Difference, ...] = ()
    reasons: tuple[str, ...] = ()
    """Why something in it cannot be verified."""
    is_run: bool = True
    """Whether its program ran today. False for one that is refused or was not to be run, that today's gate keeps from
    running, that the package lacks, or whose item has no question."""
    fuel: Fuel = Fuel.NONE

    @property
    def status(self) -> Status:
        """A row with a difference is different, whatever else could not be verified."""
        if self.differences:
            return Status.DIFFERENT
        return Status.NOT_VERIFIABLE if self.reasons else Status.VERIFIED


@dataclass(frozen=True, slots=True)
class Environment:
    """What a package was recorded in, and what it was verified in."""

    components: tuple[str, ...]
    """The one that the configuration names, or else those that rows name, sorted."""
    component_now: str
    versions: Mapping[str, str]
    versions_now: Mapping[str, str]

    @property
    def component(self) -> str | None:
        """The component; null where the recording names none, or several."""
        return self.components[0] if len(self.components) == 1 else None


@dataclass(frozen=True, slots=True)
class Verification:
    """A package compared with what its own recording gives now."""

    package: str
    environment: Environment
    rows: tuple[RowVerification, ...]
    """Every row, sorted by key."""
    differences: tuple[Difference, ...]
    """Of the package: verdicts, counts, rows that are missing."""
    notes: tuple[str, ...]
    """What was not compared, and what had to be assumed, in words."""
    controls_verified: int = 0
    """How many control rows follow from their recorded calls."""

    def count(self, status: Status) -> int:
        """How many rows are of a status."""
        return sum(row.status is status for row in self.rows)

    @property
    def without_running(self) -> int:
        """How many rows were verified whose programs did not run."""
        return sum(row.status is Status.VERIFIED and not row.is_run for row in self.rows)

    @property
    def has_difference(self) -> bool:
        """Whether anything is not as it was recorded."""
        return bool(self.differences) or self.count(Status.DIFFERENT) > 0

    @property
    def is_confirmed(self) -> bool:
        """Whether nothing differs, and at least one row was verified whose program ran, or a control."""
        confirmed = self.count(Status.VERIFIED) - self.without_running + self.controls_verified
        return not self.has_difference and confirmed > 0

    @property
    def compares_fuel(self) -> bool:
        """Whether fuel was compared in every row that has any to compare, and in one at least."""
        return {row.fuel for row in self.rows} - {Fuel.NONE} == {Fuel.COMPARED}
