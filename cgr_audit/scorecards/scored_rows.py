"""What a scorecard makes of its rows: what each adds to which figures, and the ways to divide them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.scorecards.comparison import Comparison
from cgr_audit.scorecards.rates import Measure
from cgr_audit.tables.table import Table

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["DROPPED", "FOUND_PREFIX", "Breakdown", "Curve", "ScoredRows"]

DROPPED = "dropped"
"""The column that says why a row is in no figure."""

FOUND_PREFIX = "found_"
"""What the name of something found begins with where rows have a field of that name."""


@dataclass(frozen=True, slots=True, eq=False)
class Breakdown:
    """A division of rows that a scorecard makes itself; a row may be in several parts, or in none."""

    name: str
    """What files of it are called, such as ``by-construct``."""
    title: str
    note: str
    """What a reader has to know of its parts."""
    field: str
    """What the parts are of, such as ``construct``."""
    parts: Mapping[str, NDArray[np.bool_]]
    """Of each part, which rows are in it."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Figures of all rows at several settings, such as pass@k for every k; the points of measures refer to it."""

    name: str
    """What files of it are called."""
    title: str
    note: str
    """What a reader has to know of its figures."""
    axis: str
    """What differs from line to line, such as ``k``."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoredRows:
    """What a scorecard makes of its rows."""

    rows: pd.DataFrame
    """A line for each row that was read, with its fields; those that it may leave out are filled in."""
    sums: NDArray[np.float64]
    """What each row adds, of shape (rows, columns); of a row that is dropped nothing is taken."""
    measures: tuple[Measure, ...]
    """The figures of every group; the first is the one that the scorecard is about."""
    dropped: NDArray[np.object_]
    """Of each row why it is in no figure, or ``None``."""
    found_of_rows: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """What the scorecard found of each row, by name; of Python values."""
    case: str = "row"
    """What figures count, in the singular, such as ``trace``."""
    notes: tuple[str, ...] = ()
    """What a reader must know before any figure, a sentence each."""
    breakdowns: tuple[Breakdown, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    """Figures of other cases than the rows; each becomes a division."""
    curves: tuple[Curve, ...] = ()
    main_tables: tuple[Table, ...] = ()
    """Tables of its own that are read before those of divisions, such as a leaderboard."""
    tables: tuple[Table, ...] = ()
    """Further tables, such as correlations."""
    found: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the JSON document, those of tables of its own as records."""
    strata: NDArray[np.intp] | None = None
    """Of each row the number of the part that it is drawn within; by default rows are drawn together."""
    units: NDArray[np.intp] | None = None
    """Of each row the number of the case that it is about, where several rows are about one: a case counts once in
    every group, by the first of its rows there."""
    bad: tuple[str, ...] = ()
    """``file:line: /field: reason`` of each row that contradicts an earlier one; it is dropped as ``BAD_ROW``."""
    columns_of_groups: int | None = None
    """How many columns of ``sums`` figures of groups need, where these are the first ones and not all of them."""
    incomplete: tuple[str, ...] = ()
    """What could not be done for a reason that is not a fault of the rows, a sentence each."""

    @property
    def counting(self) -> NDArray[np.bool_]:
        """Which rows are in figures."""
        return np.array([reason is None for reason in self.dropped], dtype=bool)

    def found_names(self) -> dict[str, str]:
        """What is found of rows, ``dropped`` included, with the names that it is written under.

        A row's own field keeps its name; what is found stands under ``found_NAME`` then.
        """
        taken = set(map(str, self.rows.columns))
        names: dict[str, str] = {}
        for name in (*self.found_of_rows, DROPPED):
            free = name
            while free in taken:
                free = f"{FOUND_PREFIX}{free}"
            taken.add(free)
            names[name] = free
        return names

    def table(self) -> pd.DataFrame:
        """A line for each row that was read: its fields, then what was found of it."""
        import pandas as pd  # noqa: PLC0415  it costs start-up time

        names = self.found_names()
        found = {
            names[name]: pd.Series(list(values), dtype=object, index=self.rows.index)
            for name, values in self.found_of_rows.items()
        }
        return self.rows.assign(**found)
