"""Records for all rows, and for those of each task, benchmark and model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from cgr_audit.scorecards.labelled_values import grouped

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["ALL", "FIELDS", "groups_of", "records_of_groups"]

FIELDS = ("task", "benchmark", "model")
ALL = "all"
"""The value of these fields in a record for all rows."""


def groups_of(table: pd.DataFrame, places: NDArray[np.intp]) -> Iterator[tuple[Mapping[str, str], NDArray[np.intp]]]:
    """All of some rows, then each group of them where there are several: the values of ``FIELDS``, and the rows.

    Args:
        table: the rows, with those fields.
        places: the numbers of the rows that count; there are no groups of none.
    """
    if not len(places):
        return
    yield dict.fromkeys(FIELDS, ALL), places
    divided = list(grouped(table.iloc[places], FIELDS))
    if len(divided) > 1:
        yield from ((dict(labels), places[inside]) for labels, inside in divided)


def records_of_groups(
    table: pd.DataFrame, places: NDArray[np.intp], record: Callable[[NDArray[np.intp]], Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """A record for each of these, with the values of ``FIELDS`` first."""
    return [{**labels, **record(inside)} for labels, inside in groups_of(table, places)]
