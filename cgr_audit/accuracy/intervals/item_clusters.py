"""How the sums that figures are made of vary with the items drawn, where the pairs are held fixed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.accuracy.rows.answer_status import CHANNELS

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["ItemCovariance", "item_covariance"]


_MARKED = 1 << 24
"""Combinations that may be marked in one array; of more, those that occur are sorted."""


@dataclass(frozen=True, slots=True)
class ItemCovariance:
    """The covariance of the sums of one rows table, or of several over the same items, from each dataset's items."""

    matrices: NDArray[np.float64]
    """In the columns of ``pair_sums``, once per table: (datasets, 8 tables, 8 tables); they add up."""
    members: NDArray[np.intp]
    """How many items each dataset has in any of the tables."""
    items: tuple[int, ...]
    """How many items each table has."""
    lone_datasets: int
    """Datasets with a single item in a table, which says nothing about how their items vary."""
    lone_pairs: int
    """Pairs with a single item in a table."""

    def variance(self, slope: NDArray[np.float64]) -> tuple[float, float]:
        """The variance of a figure with this gradient, and Satterthwaite's degrees of freedom (1946)."""
        used = np.flatnonzero(slope)
        parts = np.einsum("k,dkl,l->d", slope[used], self.matrices[:, used][:, :, used], slope[used])
        by_dataset = np.maximum(parts, 0)  # rounding may leave a little less than nothing
        several = self.members > 1
        spread = float((by_dataset[several] ** 2 / (self.members[several] - 1)).sum())
        total = float(by_dataset.sum())
        return total, total**2 / spread if spread > 0 else float((self.members[several] - 1).sum())


def item_covariance(*tables: pd.DataFrame) -> ItemCovariance:
    """The covariance of the sums over items resampled from the same datasets.

    An item of a dataset is drawn with all its rows: those of all solvers, samples and generators, in all tables.
    Items of different datasets are drawn independently of each other, as many as there are. The micro sums vary about
    their dataset's mean per item; the macro sums are a pair's accuracies, which vary as ratios of its right answers to
    its rows. Both variances are multiplied by n / (n - 1), n being the items of the dataset, or of the pair.
    """
    import pandas as pd  # noqa: PLC0415  pandas costs start-up time

    keys = pd.concat([table[["dataset", "item_id", "solver"]] for table in tables], ignore_index=True)
    dataset, name, solver = (pd.factorize(keys[column])[0] for column in ("dataset", "item_id", "solver"))
    item = _numbered(dataset, name)
    dataset_of = np.zeros(item.max(initial=-1) + 1, dtype=np.intp)
    dataset_of[item] = dataset
    pair = _numbered(dataset, solver)
    blocks, items, lone_datasets, lone_pairs, start = [], [], 0, 0, 0
    for table in tables:
        rows = slice(start, start + len(table))
        start += len(table)
        right = np.column_stack([_right(table[f"{channel}_correct"]) for channel in CHANNELS])
        per_dataset, micro = _micro_sums(item[rows], right, dataset_of)
        per_pair, macro = _macro_sums(item[rows], right, pair[rows], len(dataset_of))
        blocks += [micro, macro]
        items.append(int(per_dataset.sum()))
        lone_datasets += int((per_dataset == 1).sum())
        lone_pairs += int((per_pair == 1).sum())
    sums = np.concatenate(blocks, axis=1)
    members = np.bincount(dataset_of)
    by_dataset = np.split(sums[np.argsort(dataset_of, kind="stable")], np.cumsum(members)[:-1])
    matrices = np.stack([np.einsum("ik,il->kl", part, part) for part in by_dataset])
    return ItemCovariance(matrices, members, tuple(items), lone_datasets, lone_pairs)


def _micro_sums(
    item: NDArray[np.intp], right: NDArray[np.float64], dataset_of: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """The items of each dataset; each item's rows and right answers less the dataset's mean, (items, 4)."""
    rows = np.bincount(item, minlength=len(dataset_of))
    sums = np.column_stack([rows, *(_summed(item, column, len(dataset_of)) for column in right.T)])
    present = rows > 0
    members = np.bincount(dataset_of[present], minlength=dataset_of.max(initial=-1) + 1)
    totals = np.column_stack([_summed(dataset_of, column, len(members)) for column in sums.T])
    means = totals / np.maximum(members, 1)[:, None]
    scale = np.sqrt(members / np.maximum(members - 1, 1))
    deviations = (sums - means[dataset_of]) * scale[dataset_of, None]
    return members, np.where(present[:, None], deviations, 0.0)


def _macro_sums(
    item: NDArray[np.intp], right: NDArray[np.float64], pair: NDArray[np.intp], items: int
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """The items of each pair; what each item adds to the deviation of its pairs' accuracies, (items, 4)."""
    rows = np.bincount(pair)
    means = np.column_stack([_summed(pair, column, len(rows)) for column in right.T]) / np.maximum(rows, 1)[:, None]
    pair_of_cell = np.zeros(len(item), dtype=np.intp)
    cell = _numbered(pair, item)
    pair_of_cell[cell] = pair
    members = np.bincount(pair_of_cell[: cell.max(initial=-1) + 1], minlength=len(rows))
    scale = np.sqrt(members / np.maximum(members - 1, 1)) / np.maximum(rows, 1)
    deviations = (right - means[pair]) * scale[pair, None]
    return members, np.column_stack([np.zeros(items), *(_summed(item, column, items) for column in deviations.T)])


def _summed(unit: NDArray[np.intp], values: NDArray[np.float64], units: int) -> NDArray[np.float64]:
    return np.bincount(unit, weights=values, minlength=units).astype(np.float64)


def _right(correct: pd.Series[bool]) -> NDArray[np.float64]:
    """1 where right and 0 where not; NaN throughout where the channel is absent."""
    if correct.isna().all():
        return np.full(len(correct), np.nan)
    return np.asarray(correct.astype("boolean").fillna(value=False), dtype=np.float64)


def _numbered(first: NDArray[np.intp], second: NDArray[np.intp]) -> NDArray[np.intp]:
    """Number the combinations of two numberings, from 0."""
    size = int(first.max(initial=0) + 1) * int(second.max(initial=0) + 1)
    combined = first * (second.max(initial=0) + 1) + second
    if size > _MARKED:
        return np.unique(combined, return_inverse=True)[1].astype(np.intp)
    occurs = np.zeros(size, dtype=bool)
    occurs[combined] = True
    numbers = np.cumsum(occurs, dtype=np.intp) - 1
    return np.asarray(numbers[combined], dtype=np.intp)
