"""The choices that every figure depends on; they are named in every output."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.accuracy.missing import Missing
from cgr_audit.tables.table import FEWEST_ROWS

__all__ = ["Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What to do with missing answers, how to resample, and what the contract allows."""

    missing: Missing = Missing.WRONG
    resampling: Resampling = field(default_factory=Resampling)
    budget: int | None = None
    """The contract's solver calls per attempt."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return {
            "missing": self.missing.value,
            "missing_meaning": self.missing.meaning,
            "resamples": self.resampling.resamples,
            "seed": self.resampling.seed,
            "level": self.resampling.level,
            "budget": self.budget,
            "fewest_rows": FEWEST_ROWS,
        }
