"""Right answers by dataset-solver pair: all that accuracies, partitions and resampling over pairs need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgr_audit.accuracy.rows.answer_status import CHANNELS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["PAIR", "as_pair_counts", "pair_counts", "pairs_of"]

PAIR = ["dataset", "solver"]
"""The columns that name a pair."""


def pair_counts(table: pd.DataFrame) -> pd.DataFrame:
    """Count the rows and the right answers of each pair of a rows table.

    Returns:
        One line per pair, sorted: ``dataset``, ``solver``, ``rows``, and ``direct``, ``assisted``, ``generator``,
        the numbers of right answers. A channel that is absent (null in every row) is null in every line;
        elsewhere a row without an answer has none right.
    """
    import pandas as pd  # noqa: PLC0415  pandas costs start-up time

    columns = {name: table[name] for name in PAIR} | {"rows": pd.Series(1, index=table.index, dtype="int64")}
    correct = {channel: table[f"{channel}_correct"].astype("boolean") for channel in CHANNELS}
    columns |= {channel: correct[channel].fillna(value=False).astype("int64") for channel in CHANNELS}
    counts = pd.DataFrame(columns).groupby(PAIR, sort=False, observed=True, dropna=False).sum().reset_index()
    counts = counts.astype(dict.fromkeys(PAIR, "string") | dict.fromkeys(("rows", *CHANNELS), "Int64"))
    for channel in CHANNELS:
        if len(table) and correct[channel].isna().all():
            counts[channel] = pd.array([pd.NA] * len(counts), dtype="Int64")
    return counts.sort_values(PAIR, ignore_index=True)


def as_pair_counts(data: pd.DataFrame) -> pd.DataFrame:
    """Pair counts as they are, and those of a rows table."""
    return pair_counts(data) if "direct_correct" in data.columns else data


def pairs_of(counts: pd.DataFrame) -> tuple[tuple[str, str], ...]:
    """Dataset and solver of each line of pair counts."""
    dataset, solver = (counts[name].astype(str).tolist() for name in PAIR)
    return tuple(zip(dataset, solver, strict=True))
