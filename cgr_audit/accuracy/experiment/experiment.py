"""What a package records of its experiment, as one value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.experiment.generation import (
    attempts_of_programs,
    by_attempts,
    generation_counts,
    generations_of,
)
from cgr_audit.accuracy.experiment.roster import roster
from cgr_audit.accuracy.experiment.sources import source_items
from cgr_audit.accuracy.summary import AccuracySummary
from cgr_audit.records.package import TracePackage

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Experiment", "experiment_of"]

Records = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Experiment:
    """What a package records of its experiment. Records are as ``schemas/accuracy.json`` says."""

    sources: Records
    roster: Records
    attempts: Records
    """How many attempts the generators made, by what came of them; empty where the package does not say."""
    by_attempts: Records
    """Accuracy by number of attempts, every row as it is; likewise."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return {
            "sources": list(self.sources),
            "roster": list(self.roster),
            "generation": {"attempts": list(self.attempts), "by_attempts": list(self.by_attempts)},
        }


def experiment_of(package: TracePackage, table: pd.DataFrame, summary: AccuracySummary) -> Experiment:
    """What a package records of its experiment.

    Args:
        package: opened.
        table: its rows table.
        summary: of the same rows.
    """
    generations = generations_of(package)
    return Experiment(
        sources=source_items(package, summary.kept.rows),
        roster=roster(package, table, generations),
        attempts=generation_counts(generations),
        by_attempts=by_attempts(summary.kept, attempts_of_programs(package)),
    )
