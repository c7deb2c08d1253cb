"""The ends of a percentile interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["percentile_bounds"]


def percentile_bounds(values: NDArray[np.float64], level: float) -> tuple[float, float] | None:
    """The quantiles that leave as much below as above; none where no value is known.

    Quantiles are interpolated linearly between order statistics (Hyndman and Fan's type 7), as scipy's bootstrap does.

    Args:
        values: a figure of each resample; NaN where it is undefined, which is left out.
        level: what share of the resamples lies between the two.
    """
    known = values[~np.isnan(values)]
    if not len(known):
        return None
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2], method="linear")
    return float(low), float(high)
