"""Which dataset-solver pairs count: those with a direct accuracy above a threshold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from cgr_audit.accuracy.pair_counts import PAIR, as_pair_counts, pairs_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["THRESHOLDS", "Partition", "pairs_above", "partition_rows", "zero_baseline_pairs"]

THRESHOLDS = (0, 5, 10, 20, 30, 40, 50)
"""The paper's gates, in percent. Above 0 is the non-zero-baseline partition."""


class Partition(StrEnum):
    """Which pairs: all, or by whether any direct answer is correct."""

    ALL = "all"
    NON_ZERO = "non_zero_baseline"
    ZERO = "zero_baseline"

    @property
    def label(self) -> str:
        """How tables call it."""
        return {Partition.ALL: "all", Partition.NON_ZERO: "non-zero baseline", Partition.ZERO: "zero baseline"}[self]


def partition_rows(
    rows: pd.DataFrame, zero_pairs: Sequence[tuple[str, str]]
) -> Iterator[tuple[Partition, pd.DataFrame]]:
    """All rows, and where there are zero-baseline pairs the rows of either kind of pairs, unless there is none.

    Args:
        rows: anything with a line's dataset and solver, such as a contingency table.
        zero_pairs: the pairs without a correct direct answer.
    """
    yield Partition.ALL, rows
    if not zero_pairs:
        return
    import numpy as np  # noqa: PLC0415  numpy costs start-up time

    zero = set(zero_pairs)
    pairs = rows.groupby(PAIR, sort=True, observed=True, dropna=False)
    is_zero_pair = [(str(dataset), str(solver)) in zero for dataset, solver in pairs.size().index]
    chosen = np.array(is_zero_pair, dtype=bool)[pairs.ngroup().to_numpy()]
    for partition, part in ((Partition.NON_ZERO, rows[~chosen]), (Partition.ZERO, rows[chosen])):
        if len(part):
            yield partition, part


def pairs_above(data: pd.DataFrame, threshold: float) -> pd.DataFrame:
    """The pairs whose direct accuracy is strictly above ``threshold`` percent; without a direct channel none is.

    Whole numbers are compared, and ``threshold`` means the decimal number that it is written as: 3 of 10 right
    is not above 30, and 1 of 1,000 not above 0.1. At 0 this is the non-zero-baseline partition: the pairs with at
    least one correct direct answer.

    Args:
        data: pair counts, or a rows table.
        threshold: in percent.

    Returns:
        The lines of the pair counts, or the rows of the table, that belong to those pairs.
    """
    import numpy as np  # noqa: PLC0415  these cost start-up time
    import pandas as pd  # noqa: PLC0415

    counts = as_pair_counts(data)
    gate = Fraction(str(threshold)) / 100
    direct = counts["direct"].fillna(0)
    above = [correct > gate * rows for correct, rows in zip(direct.tolist(), counts["rows"].tolist(), strict=True)]
    chosen = counts[pd.Series(above, index=counts.index, dtype=bool)]
    if counts is data:
        return chosen
    pairs = data.groupby(PAIR, sort=True, observed=True, dropna=False)
    wanted = set(pairs_of(chosen))
    is_wanted = np.array([(str(dataset), str(solver)) in wanted for dataset, solver in pairs.size().index], dtype=bool)
    return data[is_wanted[pairs.ngroup().to_numpy()]]


def zero_baseline_pairs(data: pd.DataFrame) -> list[tuple[str, str]]:
    """The pairs without a single correct direct answer, sorted; they are diagnostic only.

    Where there is no direct channel at all, there is no such partition, and no pair.

    Args:
        data: pair counts, or a rows table.
    """
    counts = as_pair_counts(data)
    zero = counts[(counts["direct"] == 0).fillna(value=False).astype(bool)]
    return [(str(dataset), str(solver)) for dataset, solver in zip(zero["dataset"], zero["solver"], strict=True)]
