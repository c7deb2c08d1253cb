"""What the rows of each dataset-solver pair add up to: all that a table says of a group of pairs is a sum of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.accuracy.aggregates import micro_of
from cgr_audit.accuracy.few_rows import without_few
from cgr_audit.accuracy.pair_counts import PAIR
from cgr_audit.accuracy.population import ABSENT_STATUSES, is_counted
from cgr_audit.accuracy.rows.answer_status import CHANNELS, AnswerStatus
from cgr_audit.tables.table import FEWEST_ROWS, TOO_FEW

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["Tallies", "summed", "tallies", "tallies_by"]

_KINDS = tuple(known for known in AnswerStatus if known is not AnswerStatus.HARNESS_FAILURE)
_NOT_EXECUTED = (AnswerStatus.REFUSED, AnswerStatus.NOT_RUN)
_NUMBERS = ("rows", "left_out", "harness_failures", *(f"{channel}_correct" for channel in CHANNELS))
_NAMES = (*_NUMBERS, *(f"{channel} {kind}" for channel in CHANNELS for kind in _KINDS))


@dataclass(frozen=True, slots=True)
class Tallies:
    """Numbers of rows of each pair, by whether they count, are right, and what kind of answer they have."""

    datasets: tuple[str, ...]
    solvers: tuple[str, ...]
    """Of each pair; pairs are sorted."""
    numbers: NDArray[np.int64]
    """(pairs, numbers)."""
    absent: frozenset[str]
    """Channels that the package does not have."""

    def basis(self) -> dict[str, Any]:
        """What figures of all these pairs rest on.

        Returns:
            ``rows``, ``pairs``, ``left_out``, ``harness_failures``, ``answers`` (channel to status to rows),
            ``generator_not_executed`` (the rows that lack a generator answer because their program was not executed),
            and ``too_few``.
        """
        total = self._total()
        return {
            "rows": total["rows"],
            "pairs": int((self.numbers[:, 0] > 0).sum()),
            "left_out": total["left_out"],
            "harness_failures": total["harness_failures"],
            "answers": {name: {kind.value: total[f"{name} {kind}"] for kind in _KINDS} for name in CHANNELS},
            "generator_not_executed": sum(total[f"generator {kind}"] for kind in _NOT_EXECUTED),
            TOO_FEW: total["rows"] < FEWEST_ROWS,
        }

    def figures(self) -> dict[str, Any]:
        """What a table says of all these pairs: how many rows, what kinds of answers, and the accuracies over rows.

        Returns:
            As ``basis``, then the numbers of right answers, and the five measures; percentages are null where fewer
            than ten rows count.
        """
        total = self._total()
        correct = {name: None if name in self.absent else total[f"{name}_correct"] for name in CHANNELS}
        return without_few({**self.basis(), **micro_of(total["rows"], correct).to_record()})

    def right(self, channel: str) -> int:
        """How many answers of a channel are right; none where it is absent."""
        return self._total()[f"{channel}_correct"]

    def pair_counts(self) -> pd.DataFrame:
        """The pair counts (see ``pair_counts``) of the pairs in which any row counts."""
        import pandas as pd  # noqa: PLC0415  pandas costs start-up time

        counted = self.numbers[:, 0] > 0
        columns: dict[str, Any] = {
            "dataset": pd.array(np.array(self.datasets, dtype=object)[counted], dtype="string"),
            "solver": pd.array(np.array(self.solvers, dtype=object)[counted], dtype="string"),
            "rows": pd.array(self.numbers[counted, 0], dtype="Int64"),
        }
        for channel in CHANNELS:
            right = self.numbers[counted, _NAMES.index(f"{channel}_correct")]
            known: Any = [pd.NA] * len(right) if channel in self.absent else right
            columns[channel] = pd.array(known, dtype="Int64")
        return pd.DataFrame(columns)

    def figures_by(self, keys: Sequence[str]) -> list[dict[str, Any]]:
        """``figures`` of each dataset, each solver or each pair, in order; the keys come first in each record."""
        columns = [{"dataset": self.datasets, "solver": self.solvers}[key] for key in keys]
        named = list(zip(*columns, strict=True))
        groups: dict[tuple[str, ...], list[int]] = {}
        for place, name in enumerate(named):
            groups.setdefault(name, []).append(place)
        return [{**dict(zip(keys, name, strict=True)), **self._of(groups[name]).figures()} for name in sorted(groups)]

    def among(self, pairs: Collection[tuple[str, str]]) -> Tallies:
        """The tallies of some of the pairs."""
        return self._of([place for place, pair in enumerate(self._pairs()) if pair in pairs])

    def unanswered_pairs(self) -> list[tuple[tuple[str, str], tuple[str, ...]]]:
        """The pairs that lack a whole channel which the package has, and these channels.

        Nobody answered there, so that an accuracy of 0 % says nothing about a solver.
        """
        found = []
        for place, pair in enumerate(self._pairs()):
            number = dict(zip(_NAMES, self.numbers[place].tolist(), strict=True))
            lacking = tuple(
                name
                for name in CHANNELS
                if name not in self.absent
                and number["rows"] == sum(number[f"{name} {kind}"] for kind in ABSENT_STATUSES[name])
            )
            if number["rows"] and lacking:
                found.append((pair, lacking))
        return found

    def _total(self) -> dict[str, int]:
        return dict(zip(_NAMES, self.numbers.sum(axis=0).tolist(), strict=True))

    def _pairs(self) -> Iterable[tuple[str, str]]:
        return zip(self.datasets, self.solvers, strict=True)

    def _of(self, places: Sequence[int]) -> Tallies:
        chosen = tuple(self.datasets[place] for place in places), tuple(self.solvers[place] for place in places)
        return Tallies(*chosen, self.numbers[list(places)], self.absent)


def tallies(cells: pd.DataFrame) -> Tallies:
    """Add up the lines of a contingency table by pair."""
    return _grouped(cells, np.zeros(len(cells), dtype=np.intp), 1)[0]


def tallies_by(cells: pd.DataFrame, groups: Sequence[Any]) -> dict[Any, Tallies]:
    """Add up the lines of a contingency table by pair, apart for each group.

    Args:
        cells: the lines.
        groups: the group of each line.
    """
    known = {group: place for place, group in enumerate(dict.fromkeys(groups))}
    places = np.array([known[group] for group in groups], dtype=np.intp)
    return dict(zip(known, _grouped(cells, places, len(known)), strict=True))


def summed(parts: Iterable[Tallies], like: Tallies) -> Tallies:
    """The sum of tallies over the same pairs, as those of ``tallies_by`` are; nothing if there are none."""
    return replace(like, numbers=sum((part.numbers for part in parts), np.zeros_like(like.numbers)))


def _grouped(cells: pd.DataFrame, groups: NDArray[np.intp], size: int) -> list[Tallies]:
    """The tallies of each group, all over the same pairs, those without rows among them."""
    pairs = cells[PAIR].astype("string").drop_duplicates().sort_values(PAIR, ignore_index=True)
    names = [tuple(pairs[name].tolist()) for name in PAIR]
    place_of = {pair: place for place, pair in enumerate(zip(*names, strict=True))}
    texts = (cells[name].astype("string").tolist() for name in PAIR)
    pair_places = np.array([place_of[pair] for pair in zip(*texts, strict=True)], dtype=np.intp)
    numbers = np.zeros((size, len(pairs), len(_NAMES)), dtype=np.int64)
    for column, values in enumerate(_line_numbers(cells)):
        np.add.at(numbers[:, :, column], (groups, pair_places), values)
    absent = frozenset(name for name in CHANNELS if len(cells) and cells[f"{name}_correct"].isna().all())
    return [Tallies(names[0], names[1], each, absent) for each in numbers]


def _line_numbers(cells: pd.DataFrame) -> list[NDArray[np.int64]]:
    """What each line adds to each number."""
    rows = cells["rows"].to_numpy(dtype=np.int64)
    harness = ~is_counted(cells).to_numpy(dtype=bool)
    left_out = cells["left_out"].to_numpy(dtype=bool) & ~harness
    counted = rows * ~(harness | left_out)
    right = [cells[f"{name}_correct"].fillna(value=False).to_numpy(dtype=bool) for name in CHANNELS]
    statuses = [cells[f"{name}_status"].astype("object").to_numpy() for name in CHANNELS]
    return [
        counted,
        rows * left_out,
        rows * harness,
        *(counted * one for one in right),
        *(counted * (status == kind.value) for status in statuses for kind in _KINDS),
    ]
