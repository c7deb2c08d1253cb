"""What an interval is: its method, what it rests on, and why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

__all__ = ["FEW_UNITS", "MINIMUM_UNITS", "Estimate", "Interval", "Method", "Resampling"]

MINIMUM_UNITS = 3
"""With fewer units there is a refusal in place of an interval."""

FEW_UNITS = 10
"""With fewer units an interval says how little it rests on."""


class Method(StrEnum):
    """How an interval is made. Each answers a question of its own; ``docs/intervals.md`` says which to quote."""

    PAIRS = "pairs"
    DATASETS = "datasets"
    SOLVERS = "solvers"
    TWO_WAY = "two_way"
    CROSSED = "crossed"
    ITEMS = "items"

    @property
    def label(self) -> str:
        """How tables call it."""
        return {
            Method.PAIRS: "bootstrap over pairs",
            Method.DATASETS: "bootstrap over datasets",
            Method.SOLVERS: "bootstrap over solvers",
            Method.TWO_WAY: "two-way bootstrap",
            Method.CROSSED: "crossed effects, t",
            Method.ITEMS: "items within pairs, t",
        }[self]

    @property
    def meaning(self) -> str:
        """One sentence: what is resampled, what is held fixed, and where the method comes from."""
        return {
            Method.PAIRS: "Percentile bootstrap that draws dataset-solver pairs as if each were a case of its own, "
            "although pairs share datasets and solvers; what it means are more pairs like these (CGR; Efron and "
            "Tibshirani 1993).",
            Method.DATASETS: "Percentile bootstrap that draws datasets, each with all its pairs, and holds the solvers "
            "fixed: what these solvers would show on other datasets of the kind.",
            Method.SOLVERS: "Percentile bootstrap that draws solvers, each with all its pairs, and holds the datasets "
            "fixed: what other solvers of the kind would show on these datasets.",
            Method.TWO_WAY: "Percentile bootstrap that draws datasets and solvers independently, so that a pair weighs "
            "as often as both were drawn, and holds neither fixed (the pigeonhole bootstrap, Owen 2007): other solvers "
            "on other datasets.",
            Method.CROSSED: "Student's t with the variance of datasets plus that of solvers less that of single pairs, "
            "which both contain, and Satterthwaite's degrees of freedom; holds neither datasets nor solvers fixed "
            "(Cameron, Gelbach and Miller 2011): other solvers on other datasets.",
            Method.ITEMS: "Student's t with the variance between items of a dataset, each with all its solvers, "
            "samples and generators, and Satterthwaite's degrees of freedom; holds the pairs fixed: these solvers on "
            "other items of these datasets.",
        }[self]

    @property
    def unit(self) -> str:
        """What is resampled, in the singular."""
        return {
            Method.PAIRS: "pair",
            Method.DATASETS: "dataset",
            Method.SOLVERS: "solver",
            Method.TWO_WAY: "dataset or solver, whichever are fewer",
            Method.CROSSED: "dataset or solver, whichever are fewer",
            Method.ITEMS: "item",
        }[self]

    @property
    def is_bootstrap(self) -> bool:
        """Whether it resamples; others take a variance and a quantile."""
        return self not in {Method.CROSSED, Method.ITEMS}


@dataclass(frozen=True, slots=True)
class Resampling:
    """How often to resample, from which seed, and what share of cases an interval is to cover."""

    resamples: int = 10_000
    seed: int = 0
    level: float = 0.95

    def __post_init__(self) -> None:
        if self.resamples < 1:
            raise ValueError(f"resamples must be 1 or more, not {self.resamples}")
        if self.seed < 0:
            raise ValueError(f"the seed must be 0 or more, not {self.seed}")
        if not 0 < self.level < 1:
            raise ValueError(f"the level must lie between 0 and 1, such as 0.95, not {self.level}")


@dataclass(frozen=True, slots=True)
class Interval:
    """One interval of one figure, or the reason why there is none."""

    method: Method
    level: float
    low: float | None
    """In the unit of the figure: percent, or percentage points."""
    high: float | None
    units: int
    """How many it rests on: of datasets and solvers the smaller number, with both in ``note``."""
    undefined: int
    """Resamples in which the figure is undefined; they are left out of the interval."""
    refused: str | None
    """Why there is no interval."""
    note: str | None
    """Its caveats."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order, numbers rounded to six decimals."""
        return {
            "method": self.method.value,
            "level": self.level,
            "low": None if self.low is None else round(self.low, 6),
            "high": None if self.high is None else round(self.high, 6),
            "units": self.units,
            "undefined": self.undefined,
            "refused": self.refused,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Estimate:
    """One figure with its intervals."""

    average: str
    """``micro`` or ``macro``."""
    measure: str
    """``direct``, ``assisted``, ``generator``, ``gain`` or ``closure``."""
    value: float | None
    """In percent; of a gain, or a difference, in percentage points."""
    intervals: tuple[Interval, ...]

    def interval(self, method: Method) -> Interval:
        """The interval of a method that was asked for."""
        return next(interval for interval in self.intervals if interval.method is method)

    def to_record(self) -> dict[str, Any]:
        """Fields in order, numbers rounded to six decimals."""
        return {
            "average": self.average,
            "measure": self.measure,
            "value": None if self.value is None else round(self.value, 6),
            "intervals": [interval.to_record() for interval in self.intervals],
        }
