"""Differences of a figure between conditions, paired: over the cases that have an outcome under both."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.scorecards.comparison import Comparison, Labels, Part
from cgr_audit.scorecards.rates import Measure, ratio
from cgr_audit.scorecards.row_sums import RowSums

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Contrast", "paired_differences"]


@dataclass(frozen=True, slots=True)
class Contrast:
    """Which conditions are compared, and by which figure."""

    name: str
    """What the conditions are, in the plural, such as ``settings``."""
    figure: str
    case: str
    """What has an outcome under each condition, in the singular."""
    words: Mapping[str, str]
    """Each condition as people read it."""
    pairs: Sequence[tuple[str, str]]
    """The condition whose figure the difference begins with, and the one whose figure is subtracted."""


def paired_differences(
    contrast: Contrast,
    cases: Sequence[Hashable],
    conditions: Sequence[str | None],
    outcomes: NDArray[np.float64],
    groups: Iterable[tuple[Labels, NDArray[np.intp]]],
) -> Comparison | None:
    """The difference of each group and pair of conditions; nothing where no case has an outcome under two.

    Args:
        contrast: what is compared.
        cases: of each row its case; of several rows of a case under one condition the mean is taken.
        conditions: of each row.
        outcomes: of each row, NaN where nothing is known.
        groups: labels, and the numbers of the rows.
    """
    numbers: dict[Hashable, int] = {}
    case_of_row = np.array([numbers.setdefault(case, len(numbers)) for case in cases], dtype=np.intp)
    means = {}
    for condition in contrast.words:
        there = ~np.isnan(outcomes) & np.array([one == condition for one in conditions], dtype=bool)
        rows = np.bincount(case_of_row[there], minlength=len(numbers))
        total = np.bincount(case_of_row[there], outcomes[there], len(numbers))
        means[condition] = np.divide(total, rows, out=np.full(len(numbers), np.nan), where=rows > 0)
    sums, found = RowSums(), []
    for first, second in contrast.pairs:
        both = ~np.isnan(means[first] + means[second])
        label = f"{contrast.words[first]} − {contrast.words[second]}"
        found.append((label, both, _measures(contrast, both, (means[first], means[second]), sums)))
    parts = []
    for labels, places in groups:
        inside = np.zeros(len(numbers), dtype=bool)
        inside[case_of_row[places]] = True
        for label, both, measures in found:
            if (inside & both).any():
                parts.append(Part((*labels, (contrast.name, label)), inside & both, measures))
    if not parts:
        return None
    title = f"{contrast.name.capitalize()} compared"
    return Comparison(contrast.name, title, _note(contrast), sums.array(), tuple(parts), case=contrast.case)


def _measures(
    contrast: Contrast, both: NDArray[np.bool_], means: tuple[NDArray[np.float64], NDArray[np.float64]], sums: RowSums
) -> tuple[Measure, ...]:
    figure, cases = contrast.figure, sums.add(both)
    first, second = (ratio(sums.add(np.where(both, mean, 0.0)), cases) for mean in means)

    def difference(summed: NDArray[np.float64]) -> NDArray[np.float64]:
        return first(summed) - second(summed)

    return (
        Measure("difference", f"difference of {figure}", _note(contrast), difference, cases),
        Measure("first", f"{figure}, first", f"{figure} under the condition that is named first.", first, cases),
        Measure("second", f"{figure}, second", f"{figure} under the condition that is named second.", second, cases),
    )


def _note(contrast: Contrast) -> str:
    return (
        f"Over the {contrast.case}s that have a result under both: {contrast.figure} of the first less that of the "
        f"second. The bootstrap draws each {contrast.case} with both its results."
    )
