"""The rows of a package under one treatment and one choice about missing answers: what every figure is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cgr_audit.accuracy.contingency import contingency
from cgr_audit.accuracy.missing import Missing, lacks_answer
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
    unrecorded: int
    """Rows under ``kept`` whose program was not executed and for which no answer is recorded: they count as wrong."""

    def counted(self) -> pd.DataFrame:
        """The rows that count."""
        return self.rows[is_counted(self.rows) & ~self.rows["left_out"]]


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
    lacks = lacks_answer(treated, treatment, absent) if missing is Missing.LEFT_OUT else treated["direct_status"].isna()
    treated = treated.assign(left_out=lacks)
    unrecorded = 0
    if treatment is Treatment.KEPT:
        unrecorded = int((is_unrecorded(treated) & is_counted(treated) & ~lacks).sum())
    cells = contingency(treated, by)
    return TreatedRows(treatment, treated, cells, tallies(cells), unrecorded)
