"""Dividing rows into groups, and cases that are not rows into parts."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.scorecards.comparison import Comparison, Labels
from cgr_audit.scorecards.division import Division, Group
from cgr_audit.scorecards.labelled_values import grouped
from cgr_audit.scorecards.rates import Shown, figures
from cgr_audit.scorecards.resampled import Summed
from cgr_audit.scorecards.scored_rows import Breakdown, ScoredRows
from cgr_audit.tables.shortened import NAME_SHOWN, shortened

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["Grouping", "compared"]

_LONGEST_NAME = 100
"""Bytes, of a file's name; few systems take more than 255."""


@dataclass(frozen=True, slots=True, eq=False)
class Grouping:
    """Divides rows into groups."""

    scored: ScoredRows
    table: pd.DataFrame
    """``scored.table()``."""
    order: Mapping[str, tuple[str, ...]]
    """Of fields whose values have an order that is known, these values."""
    summed: Summed
    resampling: Resampling

    @classmethod
    def of(
        cls,
        scored: ScoredRows,
        table: pd.DataFrame,
        order: Mapping[str, tuple[str, ...]],
        resampling: Resampling,
        columns: int | None,
    ) -> Grouping:
        """For groups with figures that need so many columns of the sums."""
        summed = Summed.of(scored.sums[:, :columns])
        return cls(scored, table, order, summed, summed.affordable(resampling))

    def by_fields(self, fields: tuple[str, ...]) -> Division:
        """The groups of rows in which fields agree."""
        groups = self._groups(grouped(self.table, fields, self.order))
        *first, last = (shortened(name.replace("_", " "), NAME_SHOWN) for name in fields)
        words = f"{', '.join(first)} and {last}" if first else last
        return Division(_file_name(fields), f"By {words}", "", groups)

    def group(self, labels: Labels, places: NDArray[np.intp]) -> Group:
        """Some of the rows, with every figure that is shown of them: a case counts once."""
        scored = self.scored
        reasons = scored.dropped[places].tolist()
        dropped = Counter(reason for reason in reasons if reason is not None)
        counting = places[[reason is None for reason in reasons]]
        if scored.units is not None:
            counting = _first_of_each(scored.units, counting)
        measures = [measure for measure in scored.measures if not labels or measure.shown is not Shown.OVERALL]
        found = figures(self.summed, counting, measures, self.resampling, scored.strata, scored.case)
        about = {measure.key for measure in measures if measure.leads}
        leading = tuple(figure.key for figure in found if figure.key in about and figure.rows)
        return Group(labels, found, tuple(sorted(dropped.items())), leading)

    def by_parts(self, breakdown: Breakdown) -> Division:
        """The parts that a scorecard makes itself."""
        parts = [(((breakdown.field, part),), np.flatnonzero(at)) for part, at in breakdown.parts.items()]
        return Division(breakdown.name, breakdown.title, breakdown.note, self._groups(parts))

    def _groups(self, parts: Iterable[tuple[Labels, NDArray[np.intp]]]) -> tuple[Group, ...]:
        """Each group has its own resamples, so that some are made side by side and come out the same."""
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            return tuple(threads.map(lambda part: self.group(*part), parts))


def compared(comparison: Comparison, resampling: Resampling) -> Division:
    """The parts of a comparison, each with its own figures."""
    summed = Summed.of(comparison.sums)
    drawn = summed.affordable(resampling)
    groups = tuple(
        Group(
            part.labels,
            figures(summed, np.flatnonzero(part.cases), part.measures, drawn, comparison.strata, comparison.case),
            part.dropped,
        )
        for part in comparison.parts
    )
    return Division(comparison.name, comparison.title, comparison.note, groups)


def _first_of_each(units: NDArray[np.intp], places: NDArray[np.intp]) -> NDArray[np.intp]:
    _, first = np.unique(units[places], return_index=True)
    return places[np.sort(first)]


def _file_name(fields: Sequence[str]) -> str:
    """The name of a division by fields: that of files, and of fields there may be any."""
    name = re.sub(r"[^\w.-]", "-", f"by-{'-'.join(fields)}")
    encoded = name.encode()
    if len(encoded) <= _LONGEST_NAME:
        return name
    return f"{encoded[:_LONGEST_NAME].decode(errors='ignore')}-{hashlib.sha256(encoded).hexdigest()[:8]}"
