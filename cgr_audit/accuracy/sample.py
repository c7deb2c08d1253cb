"""What intervals are computed from: the pairs of one table, or of two whose difference is wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.accuracy.aggregates import macro, micro
from cgr_audit.accuracy.bootstrap import Layout, layout_of
from cgr_audit.accuracy.interval import Method
from cgr_audit.accuracy.measure_sums import AVERAGES, FIGURES, gradients, measures_of, pair_sums
from cgr_audit.accuracy.pair_counts import PAIR, as_pair_counts
from cgr_audit.accuracy.rows import CHANNELS

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["Sample"]


@dataclass(frozen=True, slots=True)
class Sample:
    """The pairs that one table has, or that either of two has, and what they add to the figures.

    Where there are two, every figure is the second's less the first's.
    """

    layout: Layout
    blocks: tuple[NDArray[np.float64], ...]
    """Per table, what each pair adds: (pairs, 8); nothing where the table has no such pair."""
    values: tuple[float | None, ...]
    """The figures, in the order of ``FIGURES``."""
    absent: tuple[str, ...]
    """Channels that a table lacks."""

    @classmethod
    def of(cls, *tables: pd.DataFrame) -> Sample:
        """Take in one rows table or two, or their pair counts."""
        counts = [as_pair_counts(table) for table in tables]
        layout, blocks = _aligned(counts)
        values = [_values(each) for each in counts]
        absent = tuple(name for name in CHANNELS if any(len(each) and each[name].isna().all() for each in counts))
        return cls(layout, blocks, values[0] if len(values) == 1 else _difference(*values), absent)

    @property
    def sums(self) -> NDArray[np.float64]:
        """What each pair adds, the tables beside each other: (pairs, 8 tables)."""
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


def _aligned(counts: list[pd.DataFrame]) -> tuple[Layout, tuple[NDArray[np.float64], ...]]:
    """The layout of all pairs, and what each table has of them."""
    import pandas as pd  # noqa: PLC0415  pandas costs start-up time

    pairs = pd.concat([each[PAIR] for each in counts]).drop_duplicates().sort_values(PAIR, ignore_index=True)
    blocks = []
    for each in counts:
        wide = pairs.merge(each, on=PAIR, how="left", validate="one_to_one")
        wide["rows"] = wide["rows"].fillna(0)
        for channel in CHANNELS:
            if not each[channel].isna().all():
                wide[channel] = wide[channel].fillna(0)
        blocks.append(pair_sums(wide))
    return layout_of(pairs), tuple(blocks)


def _values(counts: pd.DataFrame) -> tuple[float | None, ...]:
    of = {"micro": micro(counts), "macro": macro(counts)}
    return tuple(getattr(of[average], measure) for average, measure in FIGURES)


def _difference(first: tuple[float | None, ...], second: tuple[float | None, ...]) -> tuple[float | None, ...]:
    both = zip(first, second, strict=True)
    return tuple(None if one is None or other is None else other - one for one, other in both)
