"""What rows add to figures, column by column, as measures come to want it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.scorecards.rates import Shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["RowSums"]


@dataclass(frozen=True, slots=True)
class RowSums:
    """What each row adds, column by column."""

    of_groups: list[NDArray[np.float64]] = field(default_factory=list)
    """Columns that figures of groups need too."""
    of_all: list[NDArray[np.float64]] = field(default_factory=list)
    """Columns that only figures of all rows need; the last one first."""

    def add(self, values: NDArray[np.float64] | NDArray[np.bool_], shown: Shown = Shown.EVERYWHERE) -> int:
        """The number of a new column; those that only figures of all rows need are counted from the end (-1, -2, ...).

        A row without a value adds nothing.
        """
        column = np.nan_to_num(values.astype(float), nan=0.0)
        if shown is Shown.OVERALL:
            self.of_all.insert(0, column)
            return -len(self.of_all)
        self.of_groups.append(column)
        return len(self.of_groups) - 1

    def array(self) -> NDArray[np.float64]:
        """Of shape (rows, columns)."""
        return np.stack([*self.of_groups, *self.of_all], axis=1)
