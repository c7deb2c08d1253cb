"""Lists of steps as numbers, so that each step is handled once however often it is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
    places: dict[str, int] = {}
    numbered = []
    for lists in groups:
        numbers = [places.setdefault(step, len(places)) for steps in lists for step in steps]
        counts = np.array([len(steps) for steps in lists], dtype=np.intp)
        numbered.append(StepLists(np.array(numbers, dtype=np.intp), counts, np.cumsum(counts) - counts))
    return list(places), tuple(numbered)
