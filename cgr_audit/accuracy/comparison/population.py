"""Where the rows of two packages went: compared, or not, and why."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

__all__ = ["Compared", "LeftOut", "Reason", "Unpaired"]


class Reason(StrEnum):
    """Why a row has no partner in the other package; the first that applies."""

    NOT_REGISTERED = "not_registered"
    DATASET = "dataset"
    ITEM = "item"
    ITEM_DIFFERS = "item_differs"
    SOLVER = "solver"
    GENERATOR = "generator"
    SAMPLE = "sample"
    ROW = "row"

    @property
    def label(self) -> str:
        """How tables say it."""
        return {
            Reason.NOT_REGISTERED: "the solver is not registered",
            Reason.DATASET: "no row of the dataset in the other",
            Reason.ITEM: "no row about the item in the other",
            Reason.ITEM_DIFFERS: "the item is another in the other",
            Reason.SOLVER: "the solver has no counterpart",
            Reason.GENERATOR: "the generator has no counterpart",
            Reason.SAMPLE: "the sample has no counterpart",
            Reason.ROW: "no such row in the other",
        }[self]


@dataclass(frozen=True, slots=True)
class Unpaired:
    """Rows of one package without a partner in the other."""

    package: str
    """``first`` or ``second``."""
    reason: Reason
    rows: int
    example: tuple[str, ...]
    """The key of the first of them."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Rows with a partner that are not compared nevertheless, by the package that is the cause."""

    first: int
    second: int
    either: int
    """At least one of the two; so many rows are left out."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Where every row of both packages went."""

    first: int
    """Rows of the first package."""
    second: int
    paired: int
    unpaired: tuple[Unpaired, ...]
    harness_failures: LeftOut
    """A service or internal error left the row without an outcome."""
    own_harness_failures: int
    """Of these, rows that failed here, where they were executed or replayed, and not in somebody's recording."""
    not_approved: LeftOut
    """Dropped by the treatment."""
    missing: LeftOut
    """Left out because an answer is missing."""
    unrecorded: LeftOut
    """Compared, and wrong for no fault of an answer: the program was not executed, and none is recorded. Of the
    assisted channel only under ``kept``; other treatments decide about such rows themselves."""
    compared: int
    items_without_question: int
    """Items taken as the same by options and gold alone, since one of the packages leaves the question out."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        record = asdict(self)
        unpaired = [
            asdict(each) | {"reason": each.reason.value, "example": list(each.example)} for each in self.unpaired
        ]
        return record | {"unpaired": unpaired}
