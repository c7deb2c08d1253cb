"""What the figures of a chart depend on, in sentences: a caption that is read alone names every choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cgr_audit.accuracy.missing import Missing
from cgr_audit.plural import counted
from cgr_audit.tables.table import FEWEST_ROWS

__all__ = ["Choices", "left_out_as_too_few"]


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen for all figures of a summary, and what is in none of them."""

    missing: Missing
    level: float
    resamples: int
    seed: int
    harness_failures: int
    """Rows in no figure, because the harness failed."""
    excluded: int
    """Rows in no figure, because their solver is not registered."""

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Choices:
        """Those of the content of ``accuracy.json``."""
        settings, population = record["settings"], record["population"]
        return cls(
            missing=Missing(settings["missing"]),
            level=settings["level"],
            resamples=settings["resamples"],
            seed=settings["seed"],
            harness_failures=population["harness_failures"],
            excluded=sum(excluded["rows"] for excluded in population["excluded_solvers"]),
        )

    def accuracy(self) -> str:
        """What accuracies rest on."""
        label = self.missing.label
        return f"{label[0].upper()}{label[1:]}.{self._nowhere()}"

    def counts(self) -> str:
        """What counts rest on that are the same whatever is done with missing answers."""
        return f"Every row that counts, before the choice about missing answers.{self._nowhere()}"

    def intervals(self) -> str:
        """How the intervals were made whose methods are named next to them."""
        return (
            f"Intervals are at {100 * self.level:g} %; a bootstrap draws {self.resamples:,} resamples from seed "
            f"{self.seed}."
        )

    def _nowhere(self) -> str:
        reasons = (("the harness failed", self.harness_failures), ("the solver is not registered", self.excluded))
        said = [f"{counted(rows, 'row')}, because {why}" for why, rows in reasons if rows]
        return f" In no figure: {'; '.join(said)}." if said else ""


def left_out_as_too_few(names: Sequence[str]) -> str:
    """A sentence, with a blank before it, that says what has no percentage here; empty where nothing is left out."""
    return f" Left out, as fewer than {FEWEST_ROWS} give no percentage: {'; '.join(names)}." if names else ""
