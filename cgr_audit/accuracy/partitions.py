"""Which dataset-solver pairs count: those with a direct accuracy above a threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgr_audit.accuracy.aggregates import PAIR

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["THRESHOLDS", "pairs_above", "zero_baseline_pairs"]

THRESHOLDS = (0, 5, 10, 20, 30, 40, 50)
"""The paper's gates, in percent. Above 0 is the non-zero-baseline partition."""


def pairs_above(table: pd.DataFrame, threshold: float) -> pd.DataFrame:
    """The rows of pairs whose direct accuracy is strictly above ``threshold`` percent.

    At 0 this is the non-zero-baseline partition: pairs with at least one correct direct answer.
    """
    if table.empty:
        return table
    accuracy = table.groupby(PAIR)["direct_correct"].transform(lambda correct: 100.0 * correct.sum() / len(correct))
    return table[accuracy > threshold]


def zero_baseline_pairs(table: pd.DataFrame) -> list[tuple[str, str]]:
    """The pairs without a single correct direct answer, sorted; they are diagnostic only.

    Where there is no direct channel at all, there is no such partition, and no pair.
    """
    if table["direct_correct"].isna().all():
        return []
    correct = table.groupby(PAIR)["direct_correct"].sum()
    return sorted((str(dataset), str(solver)) for dataset, solver in correct[correct == 0].index)
