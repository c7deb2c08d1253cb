"""Figures of samples brought together by row: their mean, and the best of the first k."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Samples"]


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """Which samples belong to which row; those of a row follow each other."""

    counts: NDArray[np.intp]
    """Of each row how many samples it has, perhaps none."""

    @property
    def rows(self) -> NDArray[np.intp]:
        """Of each sample its row."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    def mean(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The mean of each row's samples, NaN for a row without any.

        Args:
            values: of each sample.
        """
        total = np.bincount(self.rows, weights=values, minlength=len(self.counts))
        filled = self.counts > 0
        found: NDArray[np.float64] = np.divide(total, self.counts, out=np.full(len(total), np.nan), where=filled)
        return found

    def best_of_first(self, values: NDArray[np.float64], most: int) -> NDArray[np.float64]:
        """The largest value among the first k samples of each row.

        Args:
            values: of each sample.
            most: the largest k.

        Returns:
            Of shape (rows, most), for k from 1; NaN where a row has fewer than k samples.
        """
        places = np.arange(len(values)) - np.repeat(np.cumsum(self.counts) - self.counts, self.counts)
        laid = np.full((len(self.counts), most), np.nan)
        shown = places < most
        laid[self.rows[shown], places[shown]] = values[shown]
        found: NDArray[np.float64] = np.maximum.accumulate(laid, axis=1)
        return found
