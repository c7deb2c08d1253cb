"""The smallest difference that a comparison of this size would find."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["POWER", "detectable_difference"]

POWER = 0.8
"""The chance of finding a true difference of that size."""


def detectable_difference(balances: Sequence[int], sizes: Sequence[int], level: float) -> float | None:
    """The minimum detectable effect in percentage points, at 80 % power; null where nothing varies.

    Miller (2024, Adding Error Bars to Evals, arXiv 2411.00640, section 5): the sum of the two normal quantiles times
    the standard error of the mean paired difference, here as observed, with the rows of an item as one cluster.

    Args:
        balances: per item, rows that only the second got right less those that only the first did.
        sizes: per item, its rows.
        level: of the two-sided test that should find it, such as 0.95.
    """
    from scipy import stats  # noqa: PLC0415  scipy costs start-up time

    items, rows = len(sizes), sum(sizes)
    if items < 2:
        return None
    mean = sum(balances) / rows
    squares = sum((balance - mean * size) ** 2 for balance, size in zip(balances, sizes, strict=True))
    if not squares:
        return None
    error = math.sqrt(squares * items / (items - 1)) / rows
    return 100.0 * error * float(stats.norm.ppf((1 + level) / 2) + stats.norm.ppf(POWER))
