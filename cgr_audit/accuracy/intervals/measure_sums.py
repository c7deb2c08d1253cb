"""Micro and macro figures as functions of sums over pairs, so that weighted pairs give weighted figures.

A pair adds eight numbers: for the micro average its rows and its right answers by channel, for the macro average one
and its accuracies by channel. Whatever weights the pairs are given, the figures follow from the weighted sums alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.accuracy.measures import MEASURES
from cgr_audit.accuracy.rows.answer_status import CHANNELS

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["AVERAGES", "FIGURES", "gradients", "measures_of", "pair_sums"]

AVERAGES = ("micro", "macro")

FIGURES = tuple((average, measure) for average in AVERAGES for measure in MEASURES)
"""What the last axis of ``measures_of`` holds."""

_SMALLEST_GAP = 1e-9
"""In percentage points: sums in another order differ by less, and whole answers by more."""

_BLOCK = 1 + len(CHANNELS)


def pair_sums(counts: pd.DataFrame) -> NDArray[np.float64]:
    """What each pair adds: rows, right answers by channel; one, accuracies (0 to 1) by channel. Shape (pairs, 8).

    A channel that is absent is NaN.
    """
    rows = counts["rows"].to_numpy(dtype=np.float64)
    correct = np.column_stack([counts[channel].to_numpy(dtype=np.float64, na_value=np.nan) for channel in CHANNELS])
    with np.errstate(invalid="ignore"):
        accuracy = np.where(
            rows[:, None] > 0, correct / np.maximum(rows, 1)[:, None], np.where(np.isnan(correct), np.nan, 0)
        )
    return np.column_stack([rows, correct, (rows > 0).astype(np.float64), accuracy])


def measures_of(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """The figures of summed pairs: (..., 8) to (..., 10), in the order of ``FIGURES``; NaN where undefined."""
    return np.concatenate([_block_measures(sums[..., :_BLOCK]), _block_measures(sums[..., _BLOCK:])], axis=-1)


def gradients(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """How each figure changes with each sum, at these sums: (8,) to (10, 8); NaN where the figure is undefined.

    Times what one pair adds, it is that pair's part in the figure's deviation: its influence (the delta method).
    """
    result = np.zeros((len(FIGURES), 2 * _BLOCK))
    half = len(MEASURES)
    result[:half, :_BLOCK] = _block_gradients(sums[:_BLOCK])
    result[half:, _BLOCK:] = _block_gradients(sums[_BLOCK:])
    return result


def _block_measures(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    weight = sums[..., :1]
    accuracy = 100 * sums[..., 1:] / np.where(weight > 0, weight, np.nan)
    direct, assisted, generator = (accuracy[..., place] for place in range(len(CHANNELS)))
    gap = generator - direct
    closure = 100 * (assisted - direct) / np.where(gap > _SMALLEST_GAP, gap, np.nan)
    return np.stack([direct, assisted, generator, assisted - direct, closure], axis=-1)


def _block_gradients(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    weight = sums[0] if sums[0] > 0 else np.nan
    accuracies = np.zeros((len(CHANNELS), _BLOCK))
    accuracies[:, 1:] = np.eye(len(CHANNELS)) * 100 / weight
    accuracies[:, 0] = -100 * sums[1:] / weight**2
    direct, assisted, generator = accuracies
    closure = _block_measures(sums)[-1] / 100
    gap = 100 * (sums[3] - sums[1]) / weight
    slope = 100 * ((assisted - direct) - closure * (generator - direct)) / (gap if gap > _SMALLEST_GAP else np.nan)
    return np.stack([direct, assisted, generator, assisted - direct, slope])
