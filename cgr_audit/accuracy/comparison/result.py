"""What a comparison of two packages says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.aggregates import rounded
from cgr_audit.accuracy.comparison.item_identity import ItemDifference
from cgr_audit.accuracy.comparison.mcnemar import ClusteredTest, McNemar
from cgr_audit.accuracy.comparison.pairing import FieldMatch
from cgr_audit.accuracy.comparison.population import Compared
from cgr_audit.accuracy.intervals.estimates import Estimate, Resampling
from cgr_audit.accuracy.missing import Missing
from cgr_audit.accuracy.treatments import Treatment
from cgr_audit.tables.table import FEWEST_ROWS, TOO_FEW

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["PAIR_INTERVAL", "Agreement", "CallsSpent", "Comparison", "Transition"]

SCHEMA_VERSION = "1.3"
PAIR_INTERVAL = "paired score interval (Newcombe 1998, method 10), widened where an item has several rows"
"""How the interval of one pair is made."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Who is right on the same rows: of one dataset-solver pair, or of all."""

    dataset: str | None
    """Null for all rows."""
    solver_first: str | None
    solver_second: str | None
    rows: int
    items: int
    """Different items among the rows; fewer than rows where solvers, generators or samples repeat an item."""
    both: int
    only_first: int
    only_second: int
    neither: int
    first: float | None
    """Accuracy in percent."""
    second: float | None
    difference: float | None
    """Second minus first, in percentage points."""
    low: float | None
    """Of the pair's own interval, from its items; null for all rows, whose intervals are ``estimates``."""
    high: float | None
    detectable: float | None
    """The smallest difference that so many rows would show with 80 % power; null where nothing varies."""
    test: McNemar
    adjusted: float | None
    """The exact p value adjusted by Holm over the pairs; null for all rows."""
    clustered: ClusteredTest
    """The test that counts an item once, however many rows it has."""
    answers_first: Mapping[str, int]
    """Rows by what the first package's answer is; none of these rows is one that the harness failed."""
    answers_second: Mapping[str, int]

    @property
    def too_few(self) -> bool:
        """Whether it rests on so few rows that no percentage is given."""
        return self.rows < FEWEST_ROWS

    def to_record(self) -> dict[str, Any]:
        """Fields in order, and ``too_few``: then there is no percentage."""
        record = rounded(asdict(self)) | {
            "test": rounded(asdict(self.test)),
            "clustered": rounded(asdict(self.clustered)),
        }
        if self.too_few:
            record |= dict.fromkeys(("first", "second", "difference", "low", "high", "detectable"))
        return record | {TOO_FEW: self.too_few}


@dataclass(frozen=True, slots=True)
class CallsSpent:
    """Mean solver calls of a row in both packages, where both know them."""

    channel: str
    rows: int
    first: float | None
    second: float | None
    difference: float | None

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return rounded(asdict(self))


@dataclass(frozen=True, slots=True)
class Transition:
    """Rows whose program has one verdict in the first package and another, or the same, in the second."""

    first: str
    second: str
    rows: int
    only_first: int
    """Of these rows, those that only the first got right."""
    only_second: int

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that is said about two packages over the same items."""

    channel: str
    treatment: Treatment
    missing: Missing
    resampling: Resampling
    matches: tuple[FieldMatch, ...]
    population: Compared
    """How many rows are compared, and why the others are not."""
    differing_items: tuple[ItemDifference, ...]
    answers: Sequence[Mapping[str, Any]]
    """Per package: compared rows by what their answer is."""
    overall: Agreement
    pairs: tuple[Agreement, ...]
    """Sorted by dataset and the first package's solver."""
    estimates: tuple[Estimate, ...]
    """Second minus first of every average and measure, with intervals."""
    calls: tuple[CallsSpent, ...]
    transitions: tuple[Transition, ...]
    """Empty where either package was not judged."""
    rows: pd.DataFrame = field(repr=False, compare=False)
    """The compared rows: key, ``first_correct``, ``second_correct``."""

    def to_record(self) -> dict[str, Any]:
        """The content of ``comparison.json`` but for the packages' names."""
        return {
            "schema_version": SCHEMA_VERSION,
            "channel": self.channel,
            "treatment": self.treatment.value,
            "missing": self.missing.value,
            "resamples": self.resampling.resamples,
            "seed": self.resampling.seed,
            "level": self.resampling.level,
            "pair_interval": PAIR_INTERVAL,
            "matches": [match.to_record() for match in self.matches],
            "rows": self.population.to_record(),
            "differing_items": [item.to_record() for item in self.differing_items],
            "answers": list(self.answers),
            "overall": self.overall.to_record(),
            "pairs": [pair.to_record() for pair in self.pairs],
            "differences": [_difference(estimate, too_few=self.overall.too_few) for estimate in self.estimates],
            "calls": [calls.to_record() for calls in self.calls],
            "transitions": [transition.to_record() for transition in self.transitions],
        }


def _difference(estimate: Estimate, *, too_few: bool) -> dict[str, Any]:
    record = estimate.to_record()
    if not too_few:
        return record
    nothing = {"low": None, "high": None}
    return record | {"value": None, "intervals": [interval | nothing for interval in record["intervals"]]}
