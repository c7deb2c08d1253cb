"""The rows of a package under one treatment and one choice about missing answers: what every figure is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cgr_audit.accuracy.contingency import contingency
from cgr_audit.accuracy.missing import Missing, is_left_out
from cgr_audit.accuracy.population import is_counted
from cgr_audit.accuracy.tallies import Tallies, tallies
from cgr_audit.accuracy.treatments import Treatment, is_unrecorded, treat

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TreatedRows", "treated_rows"]


@dataclass(frozen=True, slots=True)
class TreatedRows:
    """Rows under a treatment; those that do not count are still there, and marked."""

    treatment: Treatment
    rows: pd.DataFrame
    """Of registered solvers; ``left_out`` says which lack an answer and so do not count."""
    cells: pd.DataFrame
    """Their contingency table."""
    tallies: Tallies
    """What they add up to, by pair."""

    def counted(self) -> pd.DataFrame:
        """The rows that count."""
        return self.rows[is_counted(self.rows) & ~self.rows["left_out"]]

    def part(self, rows: pd.Series[bool], cells: pd.Series[bool]) -> TreatedRows:
        """Some of the rows, and the same part of their contingency table."""
        chosen = self.cells[cells]
        added_up = replace(tallies(chosen), absent=self.tallies.absent)
        return TreatedRows(self.treatment, self.rows[rows], chosen, added_up)

    def unrecorded(self) -> pd.DataFrame:
        """Under ``kept`` the rows that count and can only be wrong, since no answer was executed or recorded."""
        counted = self.counted()
        return counted[is_unrecorded(counted)] if self.treatment is Treatment.KEPT else counted[:0]


def treated_rows(
    rows: pd.DataFrame, treatment: Treatment, missing: Missing, absent: Sequence[str], by: Sequence[str] = ()
) -> TreatedRows:
    """Apply a treatment, then the choice about missing answers.

    Args:
        rows: of registered solvers, as ``registered_rows`` gives them.
        treatment: what to do with rows whose program is not approved.
        missing: what to do with rows that lack an answer.
        absent: the channels that the package does not have.
        by: further columns to count by.
    """
    treated = treat(rows, treatment)
    treated = treated.assign(left_out=is_left_out(treated, treatment, missing, absent))
    cells = contingency(treated, by)
    return TreatedRows(treatment, treated, cells, tallies(cells))
