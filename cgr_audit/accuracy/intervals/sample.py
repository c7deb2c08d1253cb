"""What intervals are computed from: the pairs of one table, or of two whose difference is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.accuracy.aggregates import macro, micro
from cgr_audit.accuracy.intervals.bootstrap import Layout, layout_of
from cgr_audit.accuracy.intervals.interval import Method
from cgr_audit.accuracy.intervals.measure_sums import AVERAGES, FIGURES, gradients, measures_of, pair_sums
from cgr_audit.accuracy.pair_counts import as_pair_counts, pairs_of
from cgr_audit.accuracy.rows.answer_status import CHANNELS

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["Sample"]


@dataclass(frozen=True, slots=True)
class Sample:
    """The pairs that are resampled, and what they add to the figures of one table or of two.

    Where there are two, every figure is the second's less the first's.
    """

    pairs: tuple[tuple[str, str], ...]
    """Dataset and solver of each."""
    layout: Layout
    blocks: tuple[NDArray[np.float64], ...]
    """Per table, what each pair adds: (pairs, 8); nothing if the table has no such pair."""
    values: tuple[float | None, ...]
    """The figures, in the order of ``FIGURES``."""
    absent: tuple[str, ...]
    """Channels that a table lacks."""

    @classmethod
    def of(cls, *tables: pd.DataFrame, among: Sequence[tuple[str, str]] = ()) -> Sample:
        """Take in one rows table or two, or their pair counts.

        Args:
            tables: one, or two.
            among: the pairs of the whole of which the tables are parts; without, those that any of the tables has.
        """
        counts = [as_pair_counts(table) for table in tables]
        pairs = tuple(among) or tuple(sorted({pair for each in counts for pair in pairs_of(each)}))
        values = [_values(each) for each in counts]
        absent = tuple(name for name in CHANNELS if any(len(each) and each[name].isna().all() for each in counts))
        blocks = tuple(_block(each, pairs) for each in counts)
        return cls(pairs, layout_of(pairs), blocks, values[0] if len(values) == 1 else _difference(*values), absent)

    @property
    def sums(self) -> NDArray[np.float64]:
        """What each pair adds, the tables next to each other: (pairs, 8 tables)."""
        return np.concatenate(self.blocks, axis=1)

    def figures(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """The figures of summed pairs: (resamples, 8 tables) to (resamples, 10)."""
        each = [measures_of(part) for part in np.split(sums, len(self.blocks), axis=-1)]
        return each[0] if len(each) == 1 else each[1] - each[0]

    def gradients(self) -> NDArray[np.float64]:
        """How each figure changes with each sum: (10, 8 tables)."""
        each = [gradients(block.sum(axis=0)) for block in self.blocks]
        return each[0] if len(each) == 1 else np.concatenate([-each[0], each[1]], axis=1)

    def shares(self, average: str) -> NDArray[np.float64]:
        """Each pair's share of the weight of an average; of two tables, the mean of its shares."""
        column = AVERAGES.index(average) * (1 + len(CHANNELS))
        weights = [block[:, column] for block in self.blocks]
        return np.asarray(np.mean([weight / max(weight.sum(), 1) for weight in weights], axis=0), dtype=np.float64)

    def units(self, method: Method) -> tuple[tuple[str, int], ...]:
        """What a method over pairs rests on, as nouns and numbers; of two tables, the numbers of that with fewer."""
        present = [block[:, 0] > 0 for block in self.blocks]
        numbers = {
            "pair": min(int(chosen.sum()) for chosen in present),
            "dataset": min(len(np.unique(self.layout.dataset[chosen])) for chosen in present),
            "solver": min(len(np.unique(self.layout.solver[chosen])) for chosen in present),
        }
        nouns = (method.unit,) if method.unit in numbers else ("dataset", "solver")
        return tuple((noun, numbers[noun]) for noun in nouns)


def _block(counts: pd.DataFrame, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
    """What each of the pairs adds; nothing if the counts lack it, and NaN in a channel that is absent."""
    place = {pair: number for number, pair in enumerate(pairs)}
    sums = pair_sums(counts)
    block = np.zeros((len(pairs), sums.shape[1]))
    block[:, np.isnan(sums).any(axis=0)] = np.nan
    block[[place[pair] for pair in pairs_of(counts)]] = sums
    return block


def _values(counts: pd.DataFrame) -> tuple[float | None, ...]:
    of = {"micro": micro(counts), "macro": macro(counts)}
    return tuple(getattr(of[average], measure) for average, measure in FIGURES)


def _difference(first: tuple[float | None, ...], second: tuple[float | None, ...]) -> tuple[float | None, ...]:
    both = zip(first, second, strict=True)
    return tuple(None if one is None or other is None else other - one for one, other in both)
