"""Lists of steps as numbers, so that each step is handled once however often it is said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["StepLists", "number_steps"]


@dataclass(frozen=True, slots=True, eq=False)
class StepLists:
    """Lists of steps, one behind the other."""

    numbers: NDArray[np.intp]
    """The numbers of the steps of all lists."""
    counts: NDArray[np.intp]
    """Of each list how many steps it has."""
    starts: NDArray[np.intp]
    """Where each list starts in ``numbers``."""

    def of(self, lists: slice) -> StepLists:
        """Some of the lists."""
        return StepLists(self.numbers, self.counts[lists], self.starts[lists])


def number_steps(*groups: Sequence[Sequence[str]]) -> tuple[list[str], tuple[StepLists, ...]]:
    """The steps of groups of lists, each once, and the lists by the places of their steps among these."""
    places: defaultdict[str, int] = defaultdict(count().__next__)
    numbered = []
    for lists in groups:
        counts = np.fromiter(map(len, lists), dtype=np.intp, count=len(lists))
        numbers = np.fromiter(map(places.__getitem__, chain.from_iterable(lists)), np.intp, count=int(counts.sum()))
        numbered.append(StepLists(numbers, counts, np.cumsum(counts) - counts))
    return list(places), tuple(numbered)
