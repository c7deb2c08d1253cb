"""Figures of cases that are not the rows themselves, such as of every judge that looked at the same traces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cgr_audit.scorecards.rates import Measure

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Comparison", "Labels", "Part"]

Labels = tuple[tuple[str, str], ...]
"""Field and value of what the cases of a group have in common; nothing for all of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Some of the cases, and what is measured of them."""

    labels: Labels
    cases: NDArray[np.bool_]
    measures: tuple[Measure, ...]
    """The same keys and labels in every part of a comparison; what they sum may differ."""
    dropped: tuple[tuple[str, int], ...] = ()
    """Of the cases that are in no figure of the part, reason and number."""


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Parts next to each other; intervals come from the bootstrap over the cases, as they do over rows elsewhere."""

    name: str
    """What files of it are called, such as ``judges``."""
    title: str
    note: str
    """What a reader has to know of its figures."""
    sums: NDArray[np.float64]
    """What each case adds, of shape (cases, columns)."""
    parts: tuple[Part, ...]
    strata: NDArray[np.intp] | None = None
    """Of each case the number of the part that it is drawn within; by default cases are drawn together."""
    case: str = "row"
    """What a case is, in the singular."""
