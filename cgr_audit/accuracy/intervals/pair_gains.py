"""The gain of each dataset-solver pair by itself, with an interval from the pair's own items.

What is resampled in the intervals of the headline is pairs, datasets or solvers. How well the gain of *one* pair is
known depends on the items that were asked in it: every row answers the same item directly and assisted, so the two
accuracies are paired proportions. The interval is Newcombe's hybrid score interval for their difference (R. G.
Newcombe, Improved confidence intervals for the difference between binomial proportions based on paired data,
Statistics in Medicine 17, 1998, method 10), which stays sensible where nothing or everything is right. Where an item
has several rows in a pair (several generators or samples), those are not independent observations: all counts are
divided by the design effect (L. Kish, Survey Sampling, 1965), never below 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgr_audit.accuracy.pair_counts import PAIR

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

__all__ = ["METHOD", "pair_gains", "paired_score_interval"]

METHOD = "Newcombe's hybrid score interval for paired proportions (1998, method 10)"
_COLUMNS = (*PAIR, "rows", "items", "direct_correct", "assisted_correct", "gain", "low", "high", "design_effect")


def pair_gains(table: pd.DataFrame, level: float = 0.95) -> pd.DataFrame:
    """One line per dataset-solver pair, sorted.

    Columns: ``dataset``, ``solver``, ``rows``, ``items``, ``direct_correct``, ``assisted_correct``, ``gain``, ``low``,
    ``high`` (the last three in percentage points), ``design_effect``. Without a direct or an assisted channel there
    are no lines.

    Args:
        table: a rows table under one treatment, with the rows that count.
        level: of the intervals.
    """
    import pandas as pd  # noqa: PLC0415  pandas costs start-up time

    known = table[table["direct_correct"].notna() & table["assisted_correct"].notna()]
    if known.empty:
        return pd.DataFrame(columns=list(_COLUMNS))
    lines = pd.DataFrame(
        {
            "dataset": known["dataset"].astype(str),
            "solver": known["solver"].astype(str),
            "item_id": known["item_id"].astype(str),
            "direct": known["direct_correct"].astype(int),
            "assisted": known["assisted_correct"].astype(int),
        }
    )
    lines["both"] = lines["direct"] * lines["assisted"]
    by_item = lines.groupby([*PAIR, "item_id"], sort=True).agg(
        rows=("direct", "size"), direct=("direct", "sum"), assisted=("assisted", "sum"), both=("both", "sum")
    )
    pairs = by_item.groupby(PAIR, sort=True).sum()
    pairs["items"] = by_item.groupby(PAIR, sort=True).size()
    pairs["design_effect"] = _design_effects(by_item, pairs)
    return _with_intervals(pairs.reset_index(), level)


def paired_score_interval(
    both: np.ndarray, assisted_only: np.ndarray, direct_only: np.ndarray, neither: np.ndarray, level: float
) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper end for assisted minus direct, as proportions, from the four cells of a paired table."""
    import numpy as np  # noqa: PLC0415

    number = both + assisted_only + direct_only + neither
    assisted, direct = both + assisted_only, both + direct_only
    difference = (assisted_only - direct_only) / number
    assisted_down, assisted_up = _wilson_distances(assisted, number, level)
    direct_down, direct_up = _wilson_distances(direct, number, level)
    cross = both * neither - assisted_only * direct_only
    cross = np.where(cross > 0, np.maximum(cross - number / 2, 0), cross)
    margins = np.sqrt(assisted * (number - assisted) * direct * (number - direct))
    correlation = np.divide(cross, margins, out=np.zeros_like(number), where=margins > 0)
    below = assisted_down**2 - 2 * correlation * assisted_down * direct_up + direct_up**2
    above = assisted_up**2 - 2 * correlation * assisted_up * direct_down + direct_down**2
    return difference - np.sqrt(below), difference + np.sqrt(above)


def _wilson_distances(correct: np.ndarray, number: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    """How far the ends of Wilson's score interval are from the proportion, down and up."""
    import numpy as np  # noqa: PLC0415
    from scipy.special import ndtri  # noqa: PLC0415

    quantile = float(ndtri((1 + level) / 2))
    share = correct / number
    centre = (correct + quantile**2 / 2) / (number + quantile**2)
    half = quantile * np.sqrt(number * share * (1 - share) + quantile**2 / 4) / (number + quantile**2)
    return share - (centre - half), centre + half - share


def _design_effects(by_item: pd.DataFrame, pairs: pd.DataFrame) -> pd.Series[float]:
    """The variance of the gain with whole items drawn, over that with single rows drawn; at least 1.

    Where either is unknown (one item, or rows that are all the same), an item counts as one observation.
    """
    joined = by_item.join(pairs[["rows", "direct", "assisted", "both"]].add_suffix("_pair"), on=PAIR)
    mean = (joined["assisted_pair"] - joined["direct_pair"]) / joined["rows_pair"]
    residual = joined["assisted"] - joined["direct"] - mean * joined["rows"]
    clustered = (residual**2).groupby(level=PAIR, sort=True).sum() * pairs["items"] / (pairs["items"] - 1)
    gain = (pairs["assisted"] - pairs["direct"]) / pairs["rows"]
    discordant = pairs["assisted"] + pairs["direct"] - 2 * pairs["both"]
    single = (discordant - pairs["rows"] * gain**2) * pairs["rows"] / (pairs["rows"] - 1)
    unknown = (pairs["items"] < 2) | (single <= 1e-9)
    return (clustered / single).where(~unknown, pairs["rows"] / pairs["items"]).clip(lower=1.0)


def _with_intervals(pairs: pd.DataFrame, level: float) -> pd.DataFrame:
    import numpy as np  # noqa: PLC0415

    effect = pairs["design_effect"].to_numpy(float)
    both, direct, assisted, rows = (pairs[name].to_numpy(float) for name in ("both", "direct", "assisted", "rows"))
    cells = (both, assisted - both, direct - both, rows - direct - assisted + both)
    both, assisted_only, direct_only, neither = (cell / effect for cell in cells)
    low, high = paired_score_interval(both, assisted_only, direct_only, neither, level)
    return pairs[[*PAIR, "rows", "items"]].assign(
        direct_correct=pairs["direct"],
        assisted_correct=pairs["assisted"],
        gain=100 * (assisted - direct) / np.maximum(rows, 1),
        low=100 * low,
        high=100 * high,
        design_effect=pairs["design_effect"],
    )
