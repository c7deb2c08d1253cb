"""Items into batches of about the same cost, which is measured."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TypeVar

__all__ = ["BATCH_S", "BatchSizes"]

_Item = TypeVar("_Item")

BATCH_S = 1.0
"""Seconds that a batch should take at least: long beside what a task costs, some milliseconds, and short beside what is
lost with a worker."""

THREAD_S = 0.01
"""Seconds that a batch should take for each thread of the cluster: the scheduler, one process, takes four milliseconds
for a batch, and is then never busy for more than half of the time."""

FIRST = 8
"""How many items a batch has before anything is measured."""

MOST_ITEMS = 2_000
MOST_BYTES = 4 << 20
"""What one message should hold."""


class BatchSizes:
    """How many items the next batch gets."""

    def __init__(self, least: int = 1) -> None:
        self._least = least
        self._item_s = 0.0
        self._item_bytes = 0.0

    def take(self, items: Iterator[_Item], threads: int) -> tuple[_Item, ...]:
        """The next batch for one of so many threads; empty at the end."""
        return tuple(islice(items, self._size(max(BATCH_S, threads * THREAD_S))))

    def note_cost(self, items: int, seconds: float) -> None:
        """Learn what a batch took."""
        self._item_s = _mean(self._item_s, seconds / items)

    def note_bytes(self, items: int, size: int) -> None:
        """Learn how large a batch was."""
        self._item_bytes = _mean(self._item_bytes, size / items)

    def _size(self, batch_s: float) -> int:
        if not self._item_s:
            return max(FIRST, self._least)
        by_cost = max(batch_s / self._item_s, self._least)
        by_bytes = MOST_BYTES / self._item_bytes if self._item_bytes else MOST_ITEMS
        return max(1, int(min(by_cost, by_bytes, MOST_ITEMS)))


def _mean(before: float, now: float) -> float:
    """The recent past counts as much as all before it."""
    return now if not before else (before + now) / 2
