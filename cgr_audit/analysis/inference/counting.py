"""Counts over programs, and what of them is a slip of a few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TypeVar

__all__ = ["FEW", "most", "often"]

_T = TypeVar("_T")
FEW = 0.1
"""The share of programs below which something is a slip of those, and no part of their contract."""


def most(counts: Mapping[_T, int]) -> _T:
    """What there is the most of; the first of several."""
    return max(counts, key=lambda one: counts[one])


def often(counts: Counter[_T], total: int) -> list[_T]:
    """What is not a slip of a few, the most frequent first."""
    return [one for one, count in counts.most_common() if count > FEW * total]
