"""Doing equal work once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from cgr_audit.sandbox.threads import map_in_order

__all__ = ["once_each"]

_Item = TypeVar("_Item", bound=Hashable)
_Result = TypeVar("_Result")


def once_each(function: Callable[[_Item], _Result], items: Sequence[_Item], jobs: int) -> list[_Result]:
    """The result of each item in order, on guest threads; of equal items it is found once."""
    distinct = list(dict.fromkeys(items))
    results = dict(zip(distinct, map_in_order(function, distinct, max(jobs, 1)), strict=True))
    return [results[item] for item in items]
